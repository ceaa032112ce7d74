# A program of the back end: PROGRAM is user, task, submission, wallet, media, gateway or tools.
ARG NODE_IMAGE=node:22-bookworm-slim

# The first two stages stand word for word in front.Dockerfile too, so that what they make is made once for all images.
# Everything that names a package, and nothing else: packages are installed anew when one of these files changes, not when a source does.
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
ARG PROGRAM
RUN node docker/bundle.mjs "${PROGRAM}" /program

FROM ${NODE_IMAGE}
ENV NODE_ENV=production LISTEN=all DATA_DIR=/tmp
WORKDIR /piecework
COPY docker/health.sh /usr/local/bin/health.sh
COPY --from=bundle /program ./
# By its number, so that Kubernetes and its like can tell that it is not root.
USER 1000:1000
ENTRYPOINT ["node", "main.js"]
