# A front end with its server: FRONT is the folder of the shell or of a remote.
ARG NODE_IMAGE=node:22-bookworm-slim

# The first two stages are identical in back.Dockerfile, so that all images share their layers.
# Only the files that name packages: a change of these reinstalls the packages, a change of a source does not.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /piecework
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -delete && find . -type d -empty -delete

FROM ${NODE_IMAGE} AS packages
WORKDIR /piecework
COPY --from=manifests /piecework ./
RUN npm ci --ignore-scripts --no-audit --no-fund

FROM packages AS server
COPY tsconfig*.json ./
COPY docker/bundle.mjs docker/
COPY packages/contracts packages/contracts
COPY packages/federation packages/federation
COPY packages/base packages/base
COPY packages/config packages/config
COPY packages/http packages/http
COPY packages/front-server packages/front-server
RUN node docker/bundle.mjs front /program

FROM packages AS pages
COPY tsconfig*.json ./
COPY scripts/build.mjs scripts/
COPY scripts/lib scripts/lib
COPY packages/contracts packages/contracts
COPY packages/csv-file packages/csv-file
COPY packages/federation packages/federation
COPY packages/i18n packages/i18n
COPY packages/mf-config packages/mf-config
COPY packages/texts packages/texts
COPY packages/ui packages/ui
COPY packages/web-kit packages/web-kit
ARG FRONT
COPY ${FRONT} ${FRONT}
# Source maps are not shipped.
RUN node scripts/build.mjs "${FRONT}" && find "${FRONT}/dist" -name "*.map" -delete

FROM ${NODE_IMAGE}
ENV NODE_ENV=production LISTEN=all DATA_DIR=/tmp
WORKDIR /piecework
COPY docker/health.sh /usr/local/bin/health.sh
COPY --from=server /program ./
ARG FRONT
ENV FRONT=${FRONT}
COPY --from=pages /piecework/${FRONT}/dist ${FRONT}/dist
# By number, so that Kubernetes can verify that it is not root.
USER 1000:1000
ENTRYPOINT ["/bin/sh", "-c", "exec node main.js \"$FRONT\""]
