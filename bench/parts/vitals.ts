import { join } from "node:path";
import { getFreePort } from "@studbook/local-postgres/free-port";
import { saveFilmstrip } from "../vitals/filmstrip.ts";
import { loadPage } from "../vitals/load-page.ts";
import { measureApplied } from "../vitals/measure-applied.ts";
import { measureSimulated } from "../vitals/measure-simulated.ts";
import { listPublicPages } from "../vitals/pages.ts";
import { launchChromium } from "../vitals/phone.ts";
import { startTlsProxy } from "../vitals/tls-proxy.ts";
import type { Part } from "./part.ts";

export const vitals: Part = {
  name: "vitals",
  about: "Lighthouse and Web Vitals of the public pages on a slow phone",
  async measure(stage, options) {
    await using stops = new AsyncDisposableStack();
    // The demo's listings, because those of the other databases have no photos.
    const database = await stage.databases.createEmpty("vitals");
    const tlsPort = await getFreePort();
    const origin = `https://localhost:${tlsPort}`;
    const plain = await stage.startProduct(database);
    stops.defer(plain.stop);
    const encrypted = await stage.startProduct(database, { PUBLIC_URL: origin });
    stops.defer(encrypted.stop);
    stops.defer(await startTlsProxy(join(stage.folder, "tls"), tlsPort, encrypted.port));
    const origins = { http1: `http://localhost:${plain.port}`, http2: origin };
    const pages = await listPublicPages(origins.http1);
    const browser = await launchChromium();
    stops.defer(() => browser.close());
    // The demo draws photos when they are first requested.
    for (const { path } of pages) await loadPage(browser, origins.http1 + path);
    const applied = await measureApplied(browser, origins.http1, pages, options);
    for (const { name, path } of pages) {
      await saveFilmstrip(browser, origins.http1 + path, join(stage.folder, "filmstrips", name));
    }
    return [applied, await measureSimulated(origins, pages, options)];
  },
};
