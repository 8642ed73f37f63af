/** Names that dogs are called at home. */
export const CALL_NAMES = (
  "Ace Amos Angus Archie Arlo Atlas Atticus Axel Bandit Banjo Banner Barley Baxter Bear Beau Benny Blue Bodie Bolt " +
  "Boone Bosco Bram Briar Bruno Buck Buddy Buster Cash Cedar Chance Chester Chief Clyde Cooper Copper Cypress Dash " +
  "Deacon Denver Dexter Diesel Digby Dodge Drake Duke Dutch Echo Elmer Ernie Fergus Finn Fisher Flint Forrest Fritz " +
  "Gage Gibson Griffin Gunnar Gus Hank Harley Harvey Hatch Hector Hobbs Hugo Hunter Indy Iver Ivo Jasper Jett Jonah " +
  "Juno Kip Knox Koda Lars Leo Linus Logan Loki Louie Lucas Mack Magnus Maple Marlow Max Merlin Midas Milo Mischa " +
  "Moose Mosby Murphy Nash Nemo Nico Norman Oakley Odin Ollie Orion Oscar Otis Otto Ozzie Parker Pepper Percy Pilot " +
  "Pike Porter Quincy Radar Ranger Remy Rex Ridge Riley Rio River Rocco Rocky Rory Rowdy Rudy Rufus Rusty Sarge " +
  "Sawyer Scout Shadow Shep Sherman Simon Smokey Stanley Sterling Storm Tank Tango Taz Teddy Theo Thor Titan Toby " +
  "Tucker Tug Turbo Ty Vinny Waldo Walter Watson Wilbur Winston Wyatt Yukon Zeke Ziggy"
).split(" ");

/** Kennel names, the prefix of a registered name. */
export const KENNELS = (
  "Stonebridge Elkhorn Fairhaven Marshlight Windrow Cedarbrook Highfield Larkspur Ironwood Bellmeadow Copperhill " +
  "Driftwood Eastgate Foxhollow Graystone Hawksnest Juniper Kingsley Longacre Maplecrest Northwind Oakhaven " +
  "Pinecroft Quailrun Redbarn Silverlake Thornapple Underhill Valleyview Whitewater Amberglen Blackthorn Clearwater " +
  "Duskwood Emberly Fernbank Goldenrod Harborlight Ivywild Kestrel Lonepine Millrace Nighthawk Orchardgate " +
  "Prairiesky Ravenscroft Saltmarsh Tamarack Wildrose Yarrow"
).split(" ");

/** The second part of a registered name. */
export const REGISTERED_NAMES = [
  "Winter Accord",
  "Second Harvest",
  "Northern Compass",
  "Quiet Authority",
  "Paper Lantern",
  "Long Way Home",
  "Copper Kettle",
  "Fire on the Ridge",
  "Whistle Stop",
  "Last Light",
  "Blue Norther",
  "Steady Hand",
  "Harvest Moon",
  "Tall Timber",
  "Open Water",
  "Gentleman Caller",
  "Penny Wise",
  "Prairie Thunder",
  "Rule of Thumb",
  "Sunday Best",
  "First Frost",
  "Old Fashioned",
  "Worth the Wait",
  "Man of Letters",
  "High Tide",
  "Riverboat Gambler",
  "Carry the Lantern",
  "Plain Spoken",
  "Weather Permitting",
  "Ties That Bind",
  "A Good Day's Work",
  "Cold Creek Crossing",
] as const;

/** The second part of the registered name of a female. */
export const FEMALE_NAMES = [
  "Wild Aster",
  "Sweet Clover",
  "Evening Song",
  "First Violet",
  "Apple Blossom",
  "Silver Thread",
  "Summer Rain",
  "Ginger Snap",
  "Winter Rose",
  "Bluebonnet",
  "Lady Slipper",
  "Morning Edition",
  "Calico Sky",
  "Honey in the Comb",
  "Penny Candy",
  "Autumn Leaf",
  "Little Sparrow",
  "Maid of the Mist",
  "Second Cup of Tea",
  "Queen Anne's Lace",
  "Letter from Home",
  "Starlight Waltz",
  "Thistledown",
  "Patchwork Quilt",
  "Dance Card",
  "Firefly",
  "Quiet Creek",
  "Snow on Cedar",
  "Kitchen Garden",
  "Meadow Song",
] as const;

/** Places of origin, as in 'Moose of Elk Creek'. */
export const HOME_PLACES = [
  "Elk Creek",
  "Willow Bend",
  "Stillwater",
  "Cold Spring",
  "Sugar Hill",
  "Otter Lake",
  "Bell Ridge",
  "Sand Prairie",
  "Fox River",
  "Cedar Fork",
  "Stony Point",
  "Lost Valley",
  "Hickory Flat",
  "Blue Mesa",
] as const;
