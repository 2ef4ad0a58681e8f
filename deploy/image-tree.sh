#!/bin/sh
# What is in the image of one service. Run in the folder that becomes its /app; deploy/Dockerfile does it in two layers.
#
#   image-tree.sh install SERVICE          the dependencies of this workspace alone; the folder has all manifests
#   image-tree.sh fill SERVICE CHECKOUT    the sources of the service and of the packages that it links
set -eu
case $1 in
install)
  # --omit=dev alone keeps development dependencies that are workspaces, and with the test kit all that it needs.
  npm pkg delete devDependencies --workspaces --include-workspace-root >/dev/null
  npm ci --omit=dev --ignore-scripts --no-audit --no-fund --include-workspace-root=false --workspace "services/$2"
  # Node runs no TypeScript below node_modules; licences stay.
  find node_modules -type f \( -name '*.ts' -o -name '*.[cm]ts' -o -name '*.map' -o -name '*.flow' \) -delete
  find node_modules -type f -name '*.md' ! -iname '*licen[cs]e*' ! -iname '*notice*' -delete
  for name in test tests __tests__ docs examples benchmark benchmarks .github; do
    find node_modules -type d -path "node_modules/*/$name" -prune -exec rm -rf {} +
  done
  find node_modules -type d -empty -delete
  ;;
fill)
  rm -rf packages services tools package-lock.json
  for link in node_modules/@jobboard/*; do
    folder=$(readlink "$link") && folder=${folder#../../}
    mkdir -p "$folder"
    cp -R "$3/$folder/." "$folder"
    rm -rf "$folder/test" "$folder/node_modules"
  done
  find packages services -name '*.test.ts' -delete
  rm -rf packages/contracts/golden
  [ "$2" != gateway ] || (cd "$3" && cp -R --parents docs/guides CHANGELOG.md clients/dist "$OLDPWD")
  ;;
esac
