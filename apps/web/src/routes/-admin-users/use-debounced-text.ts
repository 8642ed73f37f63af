import { useEffect, useEffectEvent, useRef, useState } from "react";

type DebouncedText = {
  /** The text in the field. */
  text: string;
  type: (text: string) => void;
  /** Reports the text immediately. */
  flush: () => void;
  /** Returns the text, which the caller reports. */
  take: () => string;
  /** Empties the field without reporting it. */
  reset: () => void;
};

/** The state of a text field that reports its text when typing pauses, and that follows an external value. */
export function useDebouncedText(
  value: string,
  pauseMs: number,
  onText: (text: string) => void,
): DebouncedText {
  const [text, setText] = useState(value);
  // The last reported value. A different external value has another cause, such as Back.
  const reported = useRef(value);
  const report = useEffectEvent((typed: string) => {
    if (typed.trim() === reported.current) return;
    reported.current = typed.trim();
    onText(typed.trim());
  });

  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    setText(value);
  }, [value]);

  useEffect(() => {
    const timer = setTimeout(() => report(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, pauseMs]);

  return {
    text,
    type: setText,
    flush: () => {
      if (text.trim() === reported.current) return;
      reported.current = text.trim();
      onText(text.trim());
    },
    take: () => {
      reported.current = text.trim();
      return reported.current;
    },
    reset: () => {
      reported.current = "";
      setText("");
    },
  };
}
