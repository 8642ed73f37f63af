import cfg from "/work/main/apps/web/vite.config.ts";
export default (env)=>{ const c=cfg(env); c.build.outDir="/tmp/webpics/an"; 
 const groups=JSON.parse(process.env.G||"[]").map(([name,test])=>({name,test:new RegExp(test)}));
 if(groups.length) c.build.rolldownOptions.output={codeSplitting:{groups}};
 if(process.env.T) c.build.target=process.env.T;
 if(process.env.NOMIN) c.build.minify=false; return c; };
