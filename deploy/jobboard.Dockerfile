# The operators' command line: docker compose run --rm jobboard --help
FROM node:24.21.0-bookworm-slim AS manifests
WORKDIR /source
COPY . .
RUN mkdir /manifests /migrations && \
  cp --parents package.json package-lock.json packages/*/package.json services/*/package.json tools/*/package.json /manifests && \
  cp -r --parents services/*/migrations /migrations

FROM node:24.21.0-bookworm-slim AS installed
WORKDIR /app
COPY --from=manifests /manifests .
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund --workspace tools/jobboard --include-workspace-root=false

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production JOBBOARD_CALL="docker compose run --rm jobboard"
WORKDIR /app
COPY --from=installed /app .
# restore creates the tables of a backup.
COPY --from=manifests /migrations .
COPY packages packages
COPY tools/jobboard tools/jobboard
COPY deploy/env.example deploy/jobboard-entrypoint.sh deploy/
# Where docker-compose.yml mounts the operator's folder.
WORKDIR /project
ENTRYPOINT ["sh", "/app/deploy/jobboard-entrypoint.sh"]
CMD ["--help"]
