import type { StateCode } from "@studbook/domain/states";

type Place = {
  areaCode: string;
  /** ZIP codes with their cities, as in the table `zips`. */
  towns: readonly [string, string, string];
  /** Has more owners. */
  busy?: true;
};

export const PLACES: Readonly<Record<StateCode, Place>> = {
  AL: { areaCode: "256", towns: ["35055 Cullman", "35611 Athens", "35601 Decatur"] },
  AK: { areaCode: "907", towns: ["99645 Palmer", "99709 Fairbanks", "99603 Homer"] },
  AZ: { areaCode: "928", towns: ["86301 Prescott", "86001 Flagstaff", "85901 Show Low"] },
  AR: { areaCode: "479", towns: ["72712 Bentonville", "72601 Harrison", "72801 Russellville"] },
  CA: { areaCode: "530", towns: ["96001 Redding", "95926 Chico", "95602 Auburn"], busy: true },
  CO: {
    areaCode: "970",
    towns: ["80524 Fort Collins", "81501 Grand Junction", "81301 Durango"],
    busy: true,
  },
  CT: { areaCode: "860", towns: ["06790 Torrington", "06457 Middletown", "06360 Norwich"] },
  DE: { areaCode: "302", towns: ["19901 Dover", "19963 Milford", "19977 Smyrna"] },
  FL: {
    areaCode: "352",
    towns: ["34470 Ocala", "32601 Gainesville", "34601 Brooksville"],
    busy: true,
  },
  GA: { areaCode: "706", towns: ["30601 Athens", "30161 Rome", "30513 Blue Ridge"], busy: true },
  HI: { areaCode: "808", towns: ["96720 Hilo", "96734 Kailua", "96793 Wailuku"] },
  ID: { areaCode: "208", towns: ["83814 Coeur d'Alene", "83301 Twin Falls", "83617 Emmett"] },
  IL: { areaCode: "815", towns: ["61101 Rockford", "61350 Ottawa", "61021 Dixon"], busy: true },
  IN: { areaCode: "574", towns: ["46526 Goshen", "46580 Warsaw", "46563 Plymouth"] },
  IA: { areaCode: "319", towns: ["50613 Cedar Falls", "52101 Decorah", "52556 Fairfield"] },
  KS: { areaCode: "785", towns: ["67401 Salina", "66044 Lawrence", "67601 Hays"] },
  KY: { areaCode: "859", towns: ["40422 Danville", "40383 Versailles", "40475 Richmond"] },
  LA: { areaCode: "337", towns: ["70501 Lafayette", "70570 Opelousas", "70526 Crowley"] },
  ME: { areaCode: "207", towns: ["04401 Bangor", "04330 Augusta", "04915 Belfast"] },
  MD: { areaCode: "240", towns: ["21701 Frederick", "21740 Hagerstown", "21601 Easton"] },
  MA: { areaCode: "413", towns: ["01301 Greenfield", "01201 Pittsfield", "01060 Northampton"] },
  MI: {
    areaCode: "231",
    towns: ["49684 Traverse City", "49601 Cadillac", "49431 Ludington"],
    busy: true,
  },
  MN: { areaCode: "218", towns: ["56401 Brainerd", "55801 Duluth", "56601 Bemidji"], busy: true },
  MS: { areaCode: "662", towns: ["38801 Tupelo", "38655 Oxford", "39759 Starkville"] },
  MO: { areaCode: "573", towns: ["65201 Columbia", "65401 Rolla", "63640 Farmington"], busy: true },
  MT: { areaCode: "406", towns: ["59718 Bozeman", "59601 Helena", "59901 Kalispell"] },
  NE: { areaCode: "308", towns: ["68845 Kearney", "69101 North Platte", "68822 Broken Bow"] },
  NV: { areaCode: "775", towns: ["89801 Elko", "89701 Carson City", "89406 Fallon"] },
  NH: { areaCode: "603", towns: ["03301 Concord", "03431 Keene", "03246 Laconia"] },
  NJ: { areaCode: "908", towns: ["08822 Flemington", "07840 Hackettstown", "08809 Clinton"] },
  NM: { areaCode: "505", towns: ["87501 Santa Fe", "87401 Farmington", "87301 Gallup"] },
  NY: { areaCode: "607", towns: ["14850 Ithaca", "13820 Oneonta", "14830 Corning"], busy: true },
  NC: { areaCode: "828", towns: ["28801 Asheville", "28601 Hickory", "28607 Boone"], busy: true },
  ND: { areaCode: "701", towns: ["58501 Bismarck", "58701 Minot", "58401 Jamestown"] },
  OH: { areaCode: "330", towns: ["44691 Wooster", "44256 Medina", "44601 Alliance"], busy: true },
  OK: { areaCode: "918", towns: ["74464 Tahlequah", "74017 Claremore", "74401 Muskogee"] },
  OR: { areaCode: "541", towns: ["97701 Bend", "97470 Roseburg", "97330 Corvallis"] },
  PA: {
    areaCode: "717",
    towns: ["17601 Lancaster", "17325 Gettysburg", "17013 Carlisle"],
    busy: true,
  },
  RI: { areaCode: "401", towns: ["02891 Westerly", "02816 Coventry", "02809 Bristol"] },
  SC: { areaCode: "864", towns: ["29621 Anderson", "29646 Greenwood", "29301 Spartanburg"] },
  SD: { areaCode: "605", towns: ["57501 Pierre", "57783 Spearfish", "57006 Brookings"] },
  TN: {
    areaCode: "931",
    towns: ["38501 Cookeville", "38401 Columbia", "37160 Shelbyville"],
    busy: true,
  },
  TX: {
    areaCode: "830",
    towns: ["78028 Kerrville", "78130 New Braunfels", "78624 Fredericksburg"],
    busy: true,
  },
  UT: { areaCode: "435", towns: ["84321 Logan", "84770 Saint George", "84032 Heber City"] },
  VT: { areaCode: "802", towns: ["05701 Rutland", "05601 Montpelier", "05819 Saint Johnsbury"] },
  VA: {
    areaCode: "540",
    towns: ["24401 Staunton", "22601 Winchester", "22701 Culpeper"],
    busy: true,
  },
  WA: {
    areaCode: "509",
    towns: ["98801 Wenatchee", "98926 Ellensburg", "98901 Yakima"],
    busy: true,
  },
  WV: { areaCode: "304", towns: ["26241 Elkins", "24901 Lewisburg", "25801 Beckley"] },
  WI: { areaCode: "715", towns: ["54701 Eau Claire", "54401 Wausau", "54843 Hayward"], busy: true },
  WY: { areaCode: "307", towns: ["82414 Cody", "82801 Sheridan", "82520 Lander"] },
};
