/** Given and family names as they are common in Bangladesh; the customers of a demo shop are put together from them. */
export const givenNames = words(`
  Rahim Karim Sakib Tamim Mushfiq Nusrat Farhana Sumaiya Tanvir Rakib Hasan Jahid Mahmud Arif Shakil Imran Sabbir Nayeem
  Rashed Masud Sadia Tasnim Mim Jannat Ayesha Fatema Rumana Sharmin Nadia Tania Shirin Moushumi Rafi Fahim Anik Shuvo Joy
  Sourav Prosenjit Dipa Puja Rima Habib Kamrul Shafiq Zahid Omar Yasin`);

export const familyNames = words(`
  Islam Hossain Rahman Ahmed Uddin Khan Chowdhury Akter Begum Khatun Miah Sarkar Das Roy Mondal Sheikh Talukder Haque Alam
  Karim Hasan Mahmud Bhuiyan Siddique Biswas Paul Saha Ghosh Barua Sultana Jahan Parvin Molla Sikder Kazi Mridha`);

export const regions = [
  'Worldwide',
  'Bangladesh',
  'South Asia',
  'Middle East',
  'Europe',
  'Brazil',
  'Turkey',
  'Nigeria',
];

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
