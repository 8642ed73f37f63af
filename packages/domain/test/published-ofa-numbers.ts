/** An OFA number that was published, and what it says. */
export type PublishedOfaNumber = {
  number: string;
  test: string;
  /** '-' if the code is not one of our breeds. */
  breed: string;
  /** Without 'As encoded:'. */
  says: string;
  /** Where the number was read. */
  source: string;
};

const PUBLISHED: readonly { source: string; numbers: string }[] = [
  {
    source: "https://ofa.org/about/how-to-interpret-ofa-numbers/",
    numbers: `
      LR-100E24M-C-PI | hips | Labrador Retriever | Excellent, at 24 months, male, chemical restraint, permanently identified
      GR-EL500F36-C-PI | elbows | Golden Retriever | Normal, at 36 months, female, chemical restraint, permanently identified
    `,
  },
  {
    source: "http://www.offa.org/numberkey.html",
    numbers: `
      LR-100E24M-PI | hips | Labrador Retriever | Excellent, at 24 months, male, permanently identified
      GR-EL500F36-PI | elbows | Golden Retriever | Normal, at 36 months, female, permanently identified
      DP-CA250/12M/C-PI | cardiac | Doberman Pinscher | Normal, at 12 months, male, by a cardiologist, permanently identified
    `,
  },
  {
    source: "http://www.icelanddogs.com/OFA-definitions.html",
    numbers: `
      IS-100E24M-PI | hips | - | Excellent, at 24 months, male, permanently identified
      IS-EL500F36-PI | elbows | - | Normal, at 36 months, female, permanently identified
    `,
  },
  {
    source: "http://www.bogartsdaddy.com/bouvier/BuyersGuide/HowTo_Read_OFA_Cert.htm",
    numbers: `
      BF-3685G32F-T | hips | - | Good, at 32 months, female, permanently identified
      BF-EL277-T | elbows | - | Normal, permanently identified
      BF-CA71/28F/C-T | cardiac | - | Normal, at 28 months, female, by a cardiologist, permanently identified
      BF-TH25/31F-T | thyroid | - | Normal, at 31 months, female, permanently identified
    `,
  },
  {
    source: "https://findyourbestdog.com/ebook/ch4pg43/",
    numbers: `
      AS-1234G28M-T | hips | Australian Shepherd | Good, at 28 months, male, permanently identified
      AS-EL123-T | elbows | Australian Shepherd | Normal, permanently identified
    `,
  },
  {
    source: "https://findyourbestdog.com/ebook/ch4pg44/",
    numbers: `
      AS-PA123/28M-T | patella | Australian Shepherd | patellas, at 28 months, male, permanently identified
    `,
  },
  {
    source: "http://norfieldlabradors.com/ofacertifications.html",
    numbers: `
      LR40920G27M-PI | hips | Labrador Retriever | Good, at 27 months, male, permanently identified
      LR-EL22266M27-P | elbows | Labrador Retriever | Normal, at 27 months, male
    `,
  },
  {
    source: "http://moonstruckmeadows.com/OFACardiac.htm",
    numbers: `
      BF-CA1/15F/C | cardiac | - | Normal, at 15 months, female, by a cardiologist
    `,
  },
  {
    source: "http://esmondrott.com/clearances.htm",
    numbers: `
      RO-59734G24F-T | hips | Rottweiler | Good, at 24 months, female, permanently identified
    `,
  },
  {
    source: "github.com/Tlake49/LakeByronRetrievers, app/legacy-sires/page.tsx",
    numbers: `
      LR-213279G24M-VPI | hips | Labrador Retriever | Good, at 24 months, male, identification seen by the vet
      LR-EYE4560/17M-VPI | eyes | Labrador Retriever | eyes, at 17 months, male, identification seen by the vet
      LR-EL66731M24-VPI | elbows | Labrador Retriever | Normal, at 24 months, male, identification seen by the vet
      LR-153051E25M-PI | hips | Labrador Retriever | Excellent, at 25 months, male, permanently identified
      LR-EL27583M25-PI | elbows | Labrador Retriever | Normal, at 25 months, male, permanently identified
      LR-TH189/25M-PI | thyroid | Labrador Retriever | Normal, at 25 months, male, permanently identified
      LR-65384G93M | hips | Labrador Retriever | Good, at 93 months, male
      LR-150581G24M-NOPI | hips | Labrador Retriever | Good, at 24 months, male, no permanent identification
      LR-EL24443M58-NOPI | elbows | Labrador Retriever | Normal, at 58 months, male, no permanent identification
      LR-EL2016M24 | elbows | Labrador Retriever | Normal, at 24 months, male
    `,
  },
  {
    source: "github.com/thinknewdev/burnese-finder, scraper/output/health_certifications.csv",
    numbers: `
      BMD-28187G24F-P-VPI | hips | Bernese Mountain Dog | Good, at 24 months, female, physical restraint, identification seen by the vet
      BMD-27984F24M-P-VPI | hips | Bernese Mountain Dog | Fair, at 24 months, male, physical restraint, identification seen by the vet
      BMD-28728E25M-C-VPI | hips | Bernese Mountain Dog | Excellent, at 25 months, male, chemical restraint, identification seen by the vet
      BMD-27128G33F-U-PI | hips | Bernese Mountain Dog | Good, at 33 months, female, unspecified restraint, permanently identified
      BMD-26163G30M-C-NOPI | hips | Bernese Mountain Dog | Good, at 30 months, male, chemical restraint, no permanent identification
      BMD-21251F24M-NOPI | hips | Bernese Mountain Dog | Fair, at 24 months, male, no permanent identification
      BMD-EL16870F26-C-VPI | elbows | Bernese Mountain Dog | Normal, at 26 months, female, chemical restraint, identification seen by the vet
      BMD-EL18021F24-P-VPI | elbows | Bernese Mountain Dog | Normal, at 24 months, female, physical restraint, identification seen by the vet
      BMD-EL17075F33-U-PI | elbows | Bernese Mountain Dog | Normal, at 33 months, female, unspecified restraint, permanently identified
      BMD-EL16245M30-C-NOPI | elbows | Bernese Mountain Dog | Normal, at 30 months, male, chemical restraint, no permanent identification
      BMD-CA4961/12M/P-VPI | cardiac | Bernese Mountain Dog | Normal, at 12 months, male, by a practitioner, identification seen by the vet
      BMD-CA5450/38F/C-VPI | cardiac | Bernese Mountain Dog | Normal, at 38 months, female, by a cardiologist, identification seen by the vet
      BMD-CA4767/22F/C-PI | cardiac | Bernese Mountain Dog | Normal, at 22 months, female, by a cardiologist, permanently identified
      BMD-BCA1426/28F/P-VPI | cardiac | Bernese Mountain Dog | Normal, at 28 months, female, by a practitioner, identification seen by the vet
      BMD-BCA1980/26F/S-VPI | cardiac | Bernese Mountain Dog | Normal, at 26 months, female, by a specialist, identification seen by the vet
      BMD-BCA2921/13M/C-VPI | cardiac | Bernese Mountain Dog | Normal, at 13 months, male, by a cardiologist, identification seen by the vet
      BMD-BCA1309/30M/P-NOPI | cardiac | Bernese Mountain Dog | Normal, at 30 months, male, by a practitioner, no permanent identification
      BMD-BCA-73/16F/P-PI | cardiac | Bernese Mountain Dog | Normal, at 16 months, female, by a practitioner, permanently identified
      BMD-ACA1426/28F-VPI | cardiac | Bernese Mountain Dog | advanced cardiac exam, at 28 months, female, identification seen by the vet
      BMD-ACA542/23M-NOPI | cardiac | Bernese Mountain Dog | advanced cardiac exam, at 23 months, male, no permanent identification
      BMD-ACA568/17M-PI | cardiac | Bernese Mountain Dog | advanced cardiac exam, at 17 months, male, permanently identified
      BMD-EYE4858/40F-VPI | eyes | Bernese Mountain Dog | eyes, at 40 months, female, identification seen by the vet
      BMD-EYE4100/10M-PI | eyes | Bernese Mountain Dog | eyes, at 10 months, male, permanently identified
      BMD-EYE5067/9M-NOPI | eyes | Bernese Mountain Dog | eyes, at 9 months, male, no permanent identification
      BMD-DM3635/4F-NOPI | dna | Bernese Mountain Dog | Degenerative myelopathy, at 4 months, female, no permanent identification
      BMD-DM3592/24F-PI-CAR | dna | Bernese Mountain Dog | Carrier, at 24 months, female, permanently identified
      BMD-DM2929/3F-NOPI-CAR | dna | Bernese Mountain Dog | Carrier, at 3 months, female, no permanent identification
      BMD-DMB461/24F-PI | dna | Bernese Mountain Dog | Degenerative myelopathy, at 24 months, female, permanently identified
      BMD-DMB491/4F-NOPI | dna | Bernese Mountain Dog | Degenerative myelopathy, at 4 months, female, no permanent identification
      BMD-DMB243/1M-PI-CAR | dna | Bernese Mountain Dog | Carrier, at 1 month, male, permanently identified
    `,
  },
  {
    source: "github.com/jpvandervelden/hip-dysplasia, OFA_BOUVIER_DES_FLANDRES.csv",
    numbers: `
      BF-1965F29F | hips | - | Fair, at 29 months, female
      BF-2672E24M-T | hips | - | Excellent, at 24 months, male, permanently identified
      BF-5503G24F-PI | hips | - | Good, at 24 months, female, permanently identified
      BF-6836G46M-NOPI | hips | - | Good, at 46 months, male, no permanent identification
      BF-7833G34F-C-VPI | hips | - | Good, at 34 months, female, chemical restraint, identification seen by the vet
      BF-7941G72F-P-NOPI | hips | - | Good, at 72 months, female, physical restraint, no permanent identification
      BF-8009G56F-U-PI | hips | - | Good, at 56 months, female, unspecified restraint, permanently identified
    `,
  },
  {
    source: "github.com/jpvandervelden/hip-dysplasia, OFA_Border_Collie.csv",
    numbers: `
      BCO-259G27F | hips | Border Collie | Good, at 27 months, female
      BCO-13382G25F-VPI | hips | Border Collie | Good, at 25 months, female, identification seen by the vet
      BCO-15680G27F-C-NOPI | hips | Border Collie | Good, at 27 months, female, chemical restraint, no permanent identification
      BCO-16479G24F-C-PI | hips | Border Collie | Good, at 24 months, female, chemical restraint, permanently identified
      BCO-16942E26M-P-PI | hips | Border Collie | Excellent, at 26 months, male, physical restraint, permanently identified
      BCO-15345G63M-U-NOPI | hips | Border Collie | Good, at 63 months, male, unspecified restraint, no permanent identification
      BCO-16820E51M-U-VPI | hips | Border Collie | Excellent, at 51 months, male, unspecified restraint, identification seen by the vet
      BCO-16061F26M-P-VPI | hips | Border Collie | Fair, at 26 months, male, physical restraint, identification seen by the vet
    `,
  },
  {
    source: "github.com/atmortensen/albion-acres, src/Goldens/Goldens.component.js",
    numbers: `
      GR-TH3346/15M/VPI | thyroid | Golden Retriever | Normal, at 15 months, male, identification seen by the vet
      GR-TH3345/17F-VPI | thyroid | Golden Retriever | Normal, at 17 months, female, identification seen by the vet
      GR-CA32083/16M/C-PI | cardiac | Golden Retriever | Normal, at 16 months, male, by a cardiologist, permanently identified
      GR-CA31995/15F/P-VPI | cardiac | Golden Retriever | Normal, at 15 months, female, by a practitioner, identification seen by the vet
    `,
  },
  {
    source: "github.com/dougcampbell66/adams-farm-labradoodles-next, src/data/dogs.ts",
    numbers: `
      LD-EYE9739/27M-VPI | eyes | - | eyes, at 27 months, male, identification seen by the vet
    `,
  },
  {
    source: "github.com/oleyka/k9data, data/offa/TEST/integrity-test01.csv",
    numbers: `
      PO-EYE580/38M-VPI | eyes | Poodle | eyes, at 38 months, male, identification seen by the vet
    `,
  },
  {
    source: "github.com/oleyka/k9data, data/offa/TEST/integrity-test03.csv",
    numbers: `
      PO-SA4544/27F-VPI | other | Poodle | Sebaceous adenitis, at 27 months, female, identification seen by the vet
      PO-TH3357/27F-VPI | thyroid | Poodle | Normal, at 27 months, female, identification seen by the vet
    `,
  },
  {
    source: "github.com/oleyka/k9data, data/offa/TEST/integrity-test04.csv",
    numbers: `
      PO-EL2784F39-VPI | elbows | Poodle | Normal, at 39 months, female, identification seen by the vet
      PO-23244G39F-VPI | hips | Poodle | Good, at 39 months, female, identification seen by the vet
    `,
  },
];

export const PUBLISHED_OFA_NUMBERS: readonly PublishedOfaNumber[] = PUBLISHED.flatMap(
  ({ source, numbers }) =>
    numbers
      .trim()
      .split("\n")
      .map((line) => {
        const [number = "", test = "", breed = "", says = ""] = line
          .split("|")
          .map((cell) => cell.trim());
        return { number, test, breed, says, source };
      }),
);
