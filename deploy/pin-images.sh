#!/bin/sh
# Pins each image to the digest that its tag has now: rewrites the image and FROM lines of these files. Run it where the
# registries can be reached, after a version was changed; then commit the files. Nothing is written unless all are found.
#
#   deploy/pin-images.sh            the files of this checkout
set -eu
cd "${CHECKOUT:-$(dirname "$0")/..}"
files='docker-compose.yml deploy/compose.proxy.yml deploy/observability/compose.yaml deploy/production/compose.yaml deploy/Dockerfile deploy/jobboard.Dockerfile'

# A stage of a Dockerfile has no tag.
images=$(sed -nE 's/^ *image: ([^ ]+:[^ ]+)$/\1/p; s/^FROM ([^ ]+:[^ ]+).*$/\1/p' $files | sort -u)
edits=
for image in $images; do
  tag=${image%@*}
  digest=$(docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$tag")
  if ! echo "$digest" | grep -qxE 'sha256:[0-9a-f]{64}'; then
    echo "$tag: the registry did not return a digest; nothing was changed" >&2
    exit 1
  fi
  old=$(echo "$image" | sed 's/[.]/[.]/g')
  edits="$edits;s#^( *image:|FROM) $old( |\$)#\1 $tag@$digest\2#"
  echo "$tag@$digest"
done
for file in $files; do
  pinned=$(sed -E "${edits#;}" "$file")
  printf '%s\n' "$pinned" > "$file"
done
