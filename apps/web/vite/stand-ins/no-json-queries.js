// The router's JSON in query strings: it is given parseQuery and formatQuery instead.
export let defaultParseSearch, defaultStringifySearch, parseSearchWith, stringifySearchWith;
