/** The tests of a record. */
export type OfaTest =
  | "hips"
  | "elbows"
  | "cardiac"
  | "eyes"
  | "patella"
  | "thyroid"
  | "hearing"
  | "dna"
  | "other";

type TestCode = {
  test: OfaTest;
  /** What was tested; also the name of a DNA test or another test. */
  name: string;
  /** OFA numbers only normal results of this test. */
  isNormal?: true;
};

/** Numbers of hips name no test. */
export const HIPS: TestCode = { test: "hips", name: "hips" };

/**
 * The tests by their code in OFA numbers: ofa.org/about/how-to-interpret-ofa-numbers, and for the codes that are missing
 * there github.com/oleyka/k9data, k9data/common/global_vars.py. OFA gives numbers only to normal elbows (the same page),
 * thyroids (ofa.org/thy_proc.html, archived in 2016) and hearts (the basic database: carehearing.com/ofa-certifications).
 * A number of ACA may mean one of two results, and eyes with findings (breeder options) get one, too.
 */
export const TEST_CODES: Readonly<Record<string, TestCode>> = {
  EL: { test: "elbows", name: "elbows", isNormal: true },
  CA: { test: "cardiac", name: "heart", isNormal: true },
  BCA: { test: "cardiac", name: "basic cardiac exam", isNormal: true },
  ACA: { test: "cardiac", name: "advanced cardiac exam" },
  EYE: { test: "eyes", name: "eyes" },
  PA: { test: "patella", name: "patellas" },
  TH: { test: "thyroid", name: "thyroid", isNormal: true },
  BR: { test: "hearing", name: "hearing" },
  DE: { test: "other", name: "Dentition" },
  SH: { test: "other", name: "Shoulders" },
  LP: { test: "other", name: "Legg-Calve-Perthes" },
  SA: { test: "other", name: "Sebaceous adenitis" },
  CNM: { test: "dna", name: "Centronuclear myopathy" },
  DM: { test: "dna", name: "Degenerative myelopathy" },
  DMB: { test: "dna", name: "Degenerative myelopathy" },
  EIC: { test: "dna", name: "Exercise-induced collapse" },
  PRA: { test: "dna", name: "Progressive retinal atrophy" },
  VW: { test: "dna", name: "Von Willebrand disease" },
};
