import { expect, it } from "vitest";
import { buildTestApp, testConfig } from "../testing.ts";
import { useTestApp } from "../use-test-app.ts";

const site = useTestApp();
const YEAR_S = 31_536_000;

it.each([
  ["https://studbook.test", false, `max-age=${YEAR_S}`],
  ["https://studbook.test", true, `max-age=${YEAR_S}; includeSubDomains`],
  ["http://studbook.test", true, undefined],
])(
  "tells browsers of %s to use HTTPS, subdomains when asked (%s): %s",
  async (publicUrl, hstsSubdomains, told) => {
    const app = await buildTestApp(site.db, {
      config: { ...testConfig(), publicUrl, hstsSubdomains },
    });
    for (const url of ["/", "/api/ads", "/livez"]) {
      expect((await app.inject(url)).headers["strict-transport-security"]).toBe(told);
    }
    await app.close();
  },
);
