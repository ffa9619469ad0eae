# The reference server (the last stage), and the example page (`--target example`). `npm run
# prove container` runs these steps without a container engine.
ARG NODE=22
FROM node:${NODE}-bookworm AS build
WORKDIR /src
ENV PATH=/opt/pnpm/node_modules/.bin:$PATH
COPY . .
RUN npm install --prefix /opt/pnpm --no-audit --no-fund "$(node -p "require('./package.json').packageManager")"
RUN pnpm install --frozen-lockfile --prefer-offline
RUN pnpm --filter @acme/auth-server run build
RUN pnpm --filter @acme/auth-server --config.inject-workspace-packages=true deploy --prod /app

FROM build AS example
WORKDIR /src/examples/web
ENV VITE_AUTH_URL=http://localhost:3000
RUN node_modules/.bin/vite build
USER node
EXPOSE 3004
CMD ["node", "node_modules/vite/bin/vite.js", "preview", "--configLoader", "runner", "--host", "0.0.0.0"]

FROM node:${NODE}-bookworm-slim AS server
WORKDIR /app
ENV NODE_ENV=production
ENV DATABASE_URL=sqlite:/data/auth.db
COPY --from=build /app /app
# One start, so that the code that it compiles is in the image: containers write nothing there, and
# on processors like the builder's start with a third less work. It stays root's, and the user that
# serves may read it.
RUN NODE_ENV=development DATABASE_URL=sqlite::memory: HOST=127.0.0.1 PORT=0 SERVICE_AUTH_URL=http://localhost:3000 SERVICE_AUTH_SECRET="$(node -p "crypto.randomBytes(32).toString('base64')")" timeout --preserve-status 15 node dist/main.js || [ $? -eq 143 ]
RUN chmod -R a+rX dist/program/.compiled
RUN install -d -o node -g node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/main.js"]
