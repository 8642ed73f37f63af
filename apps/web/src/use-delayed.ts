import { useEffect, useState } from "react";

/** True once `isOn` has been true for `ms` milliseconds without a break. */
export function useDelayed(isOn: boolean, ms: number): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    const timer = setTimeout(() => setIsLate(true), ms);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [isOn, ms]);
  return isOn && isLate;
}
