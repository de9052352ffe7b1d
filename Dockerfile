# Every step is one that npm start takes by itself, so that the image is what everybody runs.
FROM node:24-bookworm-slim

WORKDIR /app
COPY package.json package-lock.json ./
RUN npm install --no-save --omit=dev --ignore-scripts
COPY . .
# What /diagnostics says this was built from: --build-arg COMMIT_HASH=$(git rev-parse HEAD)
ARG COMMIT_HASH
ARG COMMIT_REF
RUN npm run build && mkdir /data && chown -R node:node /data .next .build

ENV NODE_ENV=production
ENV DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --start-period=60s CMD ["node", "-e", "fetch('http://localhost:3000/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# A word after the image starts one process of several: web, worker, or migrate.
ENTRYPOINT ["node", "scripts/start.mjs"]
