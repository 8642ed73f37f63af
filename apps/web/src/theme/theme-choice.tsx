import { useEffect, useState } from "react";
import { readCurrentTheme, THEME_CHOSEN, THEMES, type Theme } from "./theme.ts";

const NAMES = { system: "System", light: "Light", dark: "Dark" };

/** The choice between the system's, the light and the dark theme. For a dark background. */
export function ThemeChoice() {
  const [chosen, setChosen] = useState<Theme>("system");
  useEffect(() => setChosen(readCurrentTheme()), []);

  const choose = (theme: Theme) => {
    setChosen(theme);
    dispatchEvent(new CustomEvent(THEME_CHOSEN, { detail: theme }));
  };

  return (
    <fieldset className="noscript:hidden">
      <legend className="mb-2 text-md text-on-band-soft">Theme</legend>
      <div className="inline-flex rounded-md border-[1.5px] border-on-band-soft">
        {THEMES.map((theme) => (
          <label key={theme} className="theme">
            <input
              type="radio"
              name="theme"
              className="sr-only scroll-my-8"
              checked={chosen === theme}
              onChange={() => choose(theme)}
            />
            {NAMES[theme]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
