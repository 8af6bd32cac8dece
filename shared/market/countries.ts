/** A country as names of services write it. */
export interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string;
  name: string;
  nameBn: string;
  /** Other names and the people's; no names of languages that several countries speak. Case counts where a word is in capitals only. */
  also: readonly string[];
  /** Whether `[US]` names it: the code means nothing else in this trade (`[AR]` may be an automatic refill). */
  byCode: boolean;
}

const country = (code: string, name: string, nameBn: string, also: string[] = [], byCode = false): Country => ({
  code,
  name,
  nameBn,
  also,
  byCode,
});

/** Names that only the last of them mean alone stand after the longer ones. */
export const countries: readonly Country[] = [
  country('BD', 'Bangladesh', 'বাংলাদেশ', ['Bangladeshi', 'Bangla Desh', 'বাংলাদেশি', 'বাংলাদেশী'], true),
  country('US', 'USA', 'যুক্তরাষ্ট্র', ['United States', 'U.S.A', 'American', 'America', 'আমেরিকা'], true),
  country('GB', 'UK', 'যুক্তরাজ্য', ['United Kingdom', 'Great Britain', 'British', 'England'], true),
  country('IN', 'India', 'ভারত', ['Indian', 'ইন্ডিয়া'], true),
  country('PK', 'Pakistan', 'পাকিস্তান', ['Pakistani'], true),
  country('BR', 'Brazil', 'ব্রাজিল', ['Brazilian', 'Brasil'], true),
  country('TR', 'Turkey', 'তুরস্ক', ['Turkish', 'Turkiye', 'Türkiye'], true),
  country('RU', 'Russia', 'রাশিয়া', ['Russian', 'Russian Federation'], true),
  country('FR', 'France', 'ফ্রান্স', [], true),
  country('DE', 'Germany', 'জার্মানি', ['German', 'Deutschland'], true),
  country('JP', 'Japan', 'জাপান', ['Japanese'], true),
  country('KP', 'North Korea', 'উত্তর কোরিয়া'),
  country('KR', 'Korea', 'কোরিয়া', ['South Korea', 'Korean', 'South Korean'], true),
  country('CA', 'Canada', 'কানাডা', ['Canadian'], true),
  country('IT', 'Italy', 'ইতালি', ['Italian'], true),
  country('ES', 'Spain', 'স্পেন', [], true),
  country('VN', 'Vietnam', 'ভিয়েতনাম', ['Vietnamese', 'Viet Nam'], true),
  country('ID', 'Indonesia', 'ইন্দোনেশিয়া', ['Indonesian']),
  country('TW', 'Taiwan', 'তাইওয়ান', ['Taiwanese']),
  country('EG', 'Egypt', 'মিশর', ['Egyptian'], true),
  country('NL', 'Netherlands', 'নেদারল্যান্ডস', ['Dutch', 'Holland'], true),
  country('TH', 'Thailand', 'থাইল্যান্ড', ['Thai'], true),
  country('UA', 'Ukraine', 'ইউক্রেন', ['Ukrainian'], true),
  country('PL', 'Poland', 'পোল্যান্ড', ['Polish'], true),
  country('PT', 'Portugal', 'পর্তুগাল', [], true),
  country('RO', 'Romania', 'রোমানিয়া', ['Romanian'], true),
  country('MX', 'Mexico', 'মেক্সিকো', ['Mexican'], true),
  country('CN', 'China', 'চীন', ['Chinese'], true),
  country('AU', 'Australia', 'অস্ট্রেলিয়া', ['Australian'], true),
  country('NZ', 'New Zealand', 'নিউজিল্যান্ড', [], true),
  country('SE', 'Sweden', 'সুইডেন', ['Swedish'], true),
  country('NO', 'Norway', 'নরওয়ে', ['Norwegian']),
  country('FI', 'Finland', 'ফিনল্যান্ড', ['Finnish']),
  country('DK', 'Denmark', 'ডেনমার্ক', ['Danish'], true),
  country('IR', 'Iran', 'ইরান', ['Iranian'], true),
  country('BE', 'Belgium', 'বেলজিয়াম', ['Belgian']),
  country('SA', 'Saudi Arabia', 'সৌদি আরব', ['Saudi', 'Saudi Arabian', 'KSA'], true),
  country('AE', 'UAE', 'সংযুক্ত আরব আমিরাত', ['United Arab Emirates', 'Emirati', 'Emirates'], true),
  country('QA', 'Qatar', 'কাতার', ['Qatari'], true),
  country('KW', 'Kuwait', 'কুয়েত', ['Kuwaiti'], true),
  country('OM', 'Oman', 'ওমান', ['Omani']),
  country('BH', 'Bahrain', 'বাহরাইন', ['Bahraini'], true),
  country('YE', 'Yemen', 'ইয়েমেন', ['Yemeni']),
  country('CH', 'Switzerland', 'সুইজারল্যান্ড', ['Swiss'], true),
  country('AT', 'Austria', 'অস্ট্রিয়া', ['Austrian']),
  country('MA', 'Morocco', 'মরক্কো', ['Moroccan']),
  country('DZ', 'Algeria', 'আলজেরিয়া', ['Algerian'], true),
  country('TN', 'Tunisia', 'তিউনিসিয়া', ['Tunisian']),
  country('LY', 'Libya', 'লিবিয়া', ['Libyan']),
  country('IL', 'Israel', 'ইসরায়েল', ['Israeli'], true),
  country('AR', 'Argentina', 'আর্জেন্টিনা', ['Argentinian', 'Argentine']),
  country('CO', 'Colombia', 'কলম্বিয়া', ['Colombian']),
  country('GR', 'Greece', 'গ্রিস', ['Greek']),
  country('DO', 'Dominican Republic', 'ডোমিনিকান প্রজাতন্ত্র'),
  country('CL', 'Chile', 'চিলি', ['Chilean']),
  country('IQ', 'Iraq', 'ইরাক', ['Iraqi'], true),
  country('HR', 'Croatia', 'ক্রোয়েশিয়া', ['Croatian']),
  country('RS', 'Serbia', 'সার্বিয়া', ['Serbian']),
  country('EC', 'Ecuador', 'ইকুয়েডর', ['Ecuadorian']),
  country('VE', 'Venezuela', 'ভেনেজুয়েলা', ['Venezuelan']),
  country('JO', 'Jordan', 'জর্ডান', ['Jordanian']),
  country('LB', 'Lebanon', 'লেবানন', ['Lebanese']),
  country('SY', 'Syria', 'সিরিয়া', ['Syrian']),
  country('NP', 'Nepal', 'নেপাল', ['Nepali', 'Nepalese'], true),
  country('LK', 'Sri Lanka', 'শ্রীলঙ্কা', ['Sri Lankan'], true),
  country('PE', 'Peru', 'পেরু', ['Peruvian']),
  country('GT', 'Guatemala', 'গুয়াতেমালা', ['Guatemalan']),
  country('HK', 'Hong Kong', 'হংকং', ['HongKong'], true),
  country('SG', 'Singapore', 'সিঙ্গাপুর', ['Singaporean'], true),
  country('MY', 'Malaysia', 'মালয়েশিয়া', ['Malaysian']),
  country('PH', 'Philippines', 'ফিলিপাইন', ['Filipino', 'Philippine', 'Pinoy'], true),
  country('MM', 'Myanmar', 'মিয়ানমার', ['Burmese']),
  country('KH', 'Cambodia', 'কম্বোডিয়া', ['Cambodian']),
  country('JM', 'Jamaica', 'জ্যামাইকা', ['Jamaican']),
  country('NG', 'Nigeria', 'নাইজেরিয়া', ['Nigerian'], true),
  country('GH', 'Ghana', 'ঘানা', ['Ghanaian'], true),
  country('KE', 'Kenya', 'কেনিয়া', ['Kenyan']),
  country('ZA', 'South Africa', 'দক্ষিণ আফ্রিকা', ['South African'], true),
  country('KZ', 'Kazakhstan', 'কাজাখস্তান', ['Kazakh'], true),
  country('UZ', 'Uzbekistan', 'উজবেকিস্তান', ['Uzbek'], true),
  country('AZ', 'Azerbaijan', 'আজারবাইজান', ['Azerbaijani']),
  country('CZ', 'Czech Republic', 'চেক প্রজাতন্ত্র', ['Czech', 'Czechia'], true),
  country('HU', 'Hungary', 'হাঙ্গেরি', ['Hungarian'], true),
  country('BG', 'Bulgaria', 'বুলগেরিয়া', ['Bulgarian']),
  country('IE', 'Ireland', 'আয়ারল্যান্ড', ['Irish'], true),
];

/** All codes of countries and territories, for flags. */
export const COUNTRY_CODES = `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH
GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB
LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM
PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG
TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`;
