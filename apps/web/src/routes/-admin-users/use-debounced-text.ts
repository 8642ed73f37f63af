import { useEffect, useEffectEvent, useRef, useState } from "react";

type DebouncedText = {
  /** What the box shows. */
  text: string;
  type: (text: string) => void;
  /** Says at once what was typed. */
  flush: () => void;
  /** Empties the box and says nothing. */
  reset: () => void;
};

/** A text box that says what was typed once typing pauses, and that follows a value from outside. */
export function useDebouncedText(
  value: string,
  pauseMs: number,
  onText: (text: string) => void,
): DebouncedText {
  const [text, setText] = useState(value);
  // What outside is known to have: a different value did not come from here, as after Back.
  const known = useRef(value);
  const say = useEffectEvent((typed: string) => {
    if (typed.trim() === known.current) return;
    known.current = typed.trim();
    onText(typed.trim());
  });

  useEffect(() => {
    if (value === known.current) return;
    known.current = value;
    setText(value);
  }, [value]);

  useEffect(() => {
    const timer = setTimeout(() => say(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, pauseMs]);

  return {
    text,
    type: setText,
    flush: () => {
      if (text.trim() === known.current) return;
      known.current = text.trim();
      onText(text.trim());
    },
    reset: () => {
      known.current = "";
      setText("");
    },
  };
}
