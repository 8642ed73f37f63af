export const FIRST_NAMES = (
  "Alma Anders Anita Arlene Ben Bernice Beth Calvin Carla Carol Cecil Celia Clark Clyde Connie Cora Curtis Dana " +
  "Darrell Deb Delia Diane Don Doreen Doug Earl Edith Elaine Ellis Emil Esther Eva Faye Floyd Gail Gene Glenda " +
  "Gordon Grace Greta Gwen Hank Harold Hazel Helen Irene Ivan Jana Janet Jean Joel Joyce June Karl Kate Kent Laura " +
  "Leah Lena Leroy Linda Lloyd Lois Lorna Lou Lyle Mabel Marcus Margo Marie Marvin Maya Merle Miriam Nadine Neil " +
  "Nora Norman Olga Oscar Owen Paula Pearl Perry Phyllis Ramon Ray Rhoda Rosa Roy Ruth Sandra Shirley Stan Stella " +
  "Sylvia Teresa Theo Tomas Vera Vernon Wade Walt Wanda Wes Willa"
).split(" ");

export const LAST_NAMES = (
  "Abbott Aldana Ames Bakken Barlow Beck Bishop Boone Bowers Brandt Briggs Calloway Carver Castillo Chandler Coates " +
  "Colby Cordova Crane Dalton Decker Delgado Doyle Draper Dunn Eckert Ellison Erikson Farrell Fenton Finley Fontaine " +
  "Foss Galvan Garrity Gentry Gibbs Goodwin Grady Hadley Haines Halvorsen Hatch Hendricks Herrera Hobbs Holt Ingram " +
  "Jarvis Jessup Keating Kemp Kessler Kowalski Lambert Langley Larkin Lindqvist Lowry Lujan Madsen Maddox Marsh " +
  "McBride McCall Meeker Merrill Montoya Mosley Nash Nichols Novak Oakley Olsen Ortega Pace Parrish Peck Petrov Pike " +
  "Quigley Rand Redmond Reyes Ritter Rowan Salas Sanborn Sawyer Schultz Shaw Slater Sorensen Stroud Sutter Tanner " +
  "Thorpe Tobin Trujillo Tuttle Upton Vance Varga Vaughn Wadsworth Walden Webb Weston Whitlock Wilder Yates Zeller"
).split(" ");
