import { createServer } from "node:net";

/** A port on which nothing listens. @returns {Promise<number>} */
export const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });

/**
 * Documents name port 3000; where they are tried a free one is taken, so that nothing else is in
 * the way.
 * @param {string} text
 * @param {number} port
 */
export const withPort = (text, port) => text.replace(/\b3000\b/g, String(port));
