# A back-end program: PROGRAM is user, task, submission, wallet, media, notification, gateway or tools.
ARG NODE_IMAGE=node:22-bookworm-slim

# The first two stages are identical in front.Dockerfile, so that all images share their layers.
# Only the files that name packages: a change of these reinstalls the packages, a change of a source does not.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /piecework
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -delete && find . -type d -empty -delete

FROM ${NODE_IMAGE} AS packages
WORKDIR /piecework
COPY --from=manifests /piecework ./
RUN npm ci --ignore-scripts --no-audit --no-fund

FROM packages AS bundle
COPY tsconfig*.json ./
COPY docker/bundle.mjs docker/
COPY packages packages
COPY gateway gateway
COPY services services
COPY audit audit
COPY stack stack
ARG PROGRAM
RUN node docker/bundle.mjs "${PROGRAM}" /program

FROM ${NODE_IMAGE}
ENV NODE_ENV=production LISTEN=all DATA_DIR=/tmp
WORKDIR /piecework
COPY docker/health.sh /usr/local/bin/health.sh
COPY --from=bundle /program ./
# By number, so that Kubernetes can verify that it is not root.
USER 1000:1000
ENTRYPOINT ["node", "main.js"]
