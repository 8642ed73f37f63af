import { createFileRoute } from "@tanstack/react-router";
import { PageHead } from "../layout/page-head.tsx";
import { pageWidth } from "../layout/page-width.ts";
import { PROSE } from "./-legal/prose.ts";

export const Route = createFileRoute("/credits")({ component: CreditsPage });

const FONT_LICENSE = <a href="https://openfontlicense.org">SIL Open Font License 1.1</a>;

function CreditsPage() {
  const { settings } = Route.useRouteContext();
  return (
    <div className={`pt-8 pb-18 ${pageWidth}`}>
      <PageHead
        title="Credits"
        description="Where the ZIP codes, fonts and software of Studbook come from, and their licenses."
        settings={settings}
        path="/credits"
      />
      <article className={PROSE}>
        <h1>Credits</h1>
        <h2>Places</h2>
        <p>
          ZIP codes with their cities and centers come from{" "}
          <a href="https://www.geonames.org">GeoNames</a>, under the{" "}
          <a href="https://creativecommons.org/licenses/by/4.0/">
            Creative Commons Attribution 4.0 License
          </a>{" "}
          (CC BY 4.0). GeoNames gives no warranty for them.
        </p>
        <p>
          We reduced the data to the 50 states, to the city, state and center of each ZIP code, and
          to coordinates with three decimals, and calculated the average center of each city.
        </p>
        <h2>Fonts</h2>
        <ul>
          <li>
            <a href="https://github.com/indestructible-type/Besley">Besley</a> by the Besley Project
            Authors: {FONT_LICENSE}
          </li>
          <li>
            <a href="https://github.com/uswds/public-sans">Public Sans</a> by the Public Sans
            Project Authors: {FONT_LICENSE}
          </li>
        </ul>
        <h2>Software</h2>
        <p>
          See the <a href="/third-party-licenses.txt">third-party licenses</a> of the scripts,
          styles and fonts that this site loads.
        </p>
      </article>
    </div>
  );
}
