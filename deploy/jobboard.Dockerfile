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
# Encrypts and copies backups.
RUN apt-get update && apt-get install -y --no-install-recommends age ca-certificates rclone && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production JOBBOARD_CALL="docker compose run --rm jobboard"
WORKDIR /app
COPY --from=installed /app .
# restore creates the tables of a backup.
COPY --from=manifests /migrations .
COPY packages packages
COPY tools/jobboard tools/jobboard
# The settings that init copies, and what the containers of the bundle mount.
COPY deploy deploy
# Where docker-compose.yml mounts the operator's folder.
WORKDIR /project
ENTRYPOINT ["sh", "/app/deploy/jobboard-entrypoint.sh"]
CMD ["--help"]
