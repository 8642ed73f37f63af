// Without the router's own reloading, which does not check whether the server can be reached.
import { createElement, use } from "react";

export function lazyRouteComponent(load, name = "default") {
  let Component;
  let error;
  let loading;
  const preload = () => {
    error = undefined;
    loading ??= load().then(
      (module) => {
        Component = module[name];
        Lazy.preload = undefined;
      },
      (reason) => {
        error = reason;
        loading = undefined;
      },
    );
    return loading;
  };
  const Lazy = (props) => {
    if (error) throw error;
    if (!Component) use(preload());
    return createElement(Component, props);
  };
  return Object.assign(Lazy, { preload });
}
