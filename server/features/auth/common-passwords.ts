/**
 * What people choose first and guessers try first, of at least six characters, in lower case. NIST SP 800-63B 5.1.1.2:
 * compare a new password with those that are commonly used.
 */
const common = new Set(
  `
123456 1234567 12345678 123456789 1234567890 0123456789 987654321 9876543210 654321 7654321 87654321 0987654321
111111 1111111 11111111 111111111 1111111111 222222 22222222 333333 33333333 444444 44444444 555555 5555555 55555555
666666 66666666 777777 7777777 77777777 888888 8888888 88888888 999999 99999999 000000 0000000 00000000 0000000000
121212 12121212 123123 123123123 1231234 12341234 123321 123454321 1234321 112233 11223344 1122334455 445566 789456
789456123 147258 147258369 159753 159357 147852 147896325 741852963 852456 951753 456789 456123 321321 321654 654123
101010 102030 131313 141414 151515 159159 161616 171717 181818 191919 202020 212121 232323 242424 252525 262626 272727
282828 292929 313131 323232 343434 353535 363636 373737 383838 393939 404040 414141 424242 434343 454545 464646 474747
484848 494949 505050 515151 520520 5201314 525252 535353 545454 565656 575757 585858 595959 606060 616161 626262 636363
646464 656565 676767 686868 696969 707070 717171 727272 737373 747474 757575 767676 787878 797979 808080 818181 828282
838383 848484 858585 868686 878787 898989 909090 919191 929292 939393 949494 959595 969696 979797 989898 001122 010203
010101 012345 0123456 01234567 012345678 98765432 246810 135790 13579 1357924680 2468101214 314159 3141592 31415926
147147 258258 369369 258456 963852 963852741 741741 852852 789789 987987 654654 456456 456456456 789123 123789 123987
123654 123654789 1236987 123698745 1234554321 123456654321 12345654321 1234512345 123456123456 12345678910 123456781
1234567891 12345678901 123456789a 123456a a123456 a1234567 a12345678 a123456789 1a2b3c 1a2b3c4d 1q2w3e 1q2w3e4r 1q2w3e4r5t
1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1qaz1qaz q1w2e3 q1w2e3r4 q1w2e3r4t5 zaq12wsx zaq1zaq1 zaq1xsw2 qazwsx
qazwsxedc qazqaz qaz123 qazxsw qwerty qwerty1 qwerty12 qwerty123 qwerty1234 qwerty12345 qwertyu qwertyui qwertyuiop
qwertz qwertzuiop qweqwe qweasd qweasdzxc qwe123 qwer1234 qwert1 qwert123 qwert12345 1qwerty 123qwe 123qweasd 12qwaszx
1234qwer 12345qwert 12345q asdasd asdasd123 asdf1234 asdfasdf asdfgh asdfgh123 asdfghj asdfghjk asdfghjkl asd123
asdqwe asdqwe123 asdzxc zxcvbn zxcvbnm zxcvbnm1 zxcvbnm123 zxczxc zxc123 zxasqw poiuyt poiuytrewq lkjhgf mnbvcxz
azerty azerty123 azertyuiop abc123 abc1234 abc12345 abc123456 abcabc abcd123 abcd1234 abcd12345 abcdef abcdefg abcdefgh
abcdefghi abcdefghij abcde123 abcde12345 aabbcc aaa111 aaaaaa aaaaaaa aaaaaaaa aaaaaaaaaa a1b2c3 a1b2c3d4 a1s2d3f4
aa123456 aa12345678 bbbbbb cccccc dddddd eeeeee ffffff gggggg hhhhhh iiiiii jjjjjj kkkkkk llllll mmmmmm nnnnnn oooooo
pppppp qqqqqq rrrrrr ssssss tttttt uuuuuu vvvvvv wwwwww xxxxxx xxxxxxxx yyyyyy zzzzzz zzzzzzzz password password1
password2 password3 password12 password123 password1234 password12345 password! password1! password@123 password@1
passw0rd passw0rd1 p@ssword p@ssw0rd p@ssw0rd1 p@55w0rd pa$$word pa$$w0rd pass123 pass1234 pass12345 passpass passme
passwd passwort passwort1 password0 password00 password01 password11 password13 mypassword mypass newpassword newpass
nopassword yourpassword changeme changeme1 changeme123 changeit letmein letmein1 letmein123 letmein! welcome welcome1
welcome12 welcome123 welcome1! welcome@123 admin1 admin12 admin123 admin1234 admin12345 admin123456 admin@123 adminadmin
administrator administrator1 root123 rootroot toor123 superuser sysadmin master master1 master123 secret secret1
secret123 default default1 guest1 guest123 guestguest user123 user1234 useruser testing testing1 testing123 test123
test1234 test12345 testtest tester temp123 temp1234 temporary login1 login123 access access14 system system123 manager
manager1 computer computer1 internet internet1 windows windows1 samsung samsung1 google google1 google123 facebook
facebook1 facebook123 instagram instagram1 youtube youtube1 tiktok telegram whatsapp twitter snapchat linkedin microsoft
apple123 android iphone nokia123 motorola toyota honda123 ferrari porsche mercedes corvette mustang mustang1 yamaha
harley harley1 mitsubishi nissan iloveyou iloveyou1 iloveyou12 iloveyou2 iloveyou123 iloveu iloveu1 ilovegod ilovehim
ilovejesus ilovemyself loveme loveme1 loveyou lovelove lovely lovely1 love123 love1234 lover1 forever forever1 darling
sweetheart sweety sweetie sweet16 babygirl babygirl1 babyboy baby123 princess princess1 princesa prince queen123 angel1
angel123 angels butterfly butterfly1 sunshine sunshine1 sunflower flower flower1 flowers rainbow rainbow1 summer summer1
summer2023 summer2024 summer2025 summer2026 winter winter1 winter2023 winter2024 winter2025 winter2026 spring autumn
monday friday sunday january february august september october november december monkey monkey1 monkey123 dragon
dragon1 dragon123 tigger tigger1 tiger1 tiger123 lion123 eagle1 eagles shadow shadow1 shadow123 hunter hunter1 hunter2
killer killer1 killer123 ninja1 ninja123 batman batman1 batman123 superman superman1 spiderman spiderman1 ironman
starwars starwars1 startrek pokemon pokemon1 pokemon123 naruto naruto1 minecraft minecraft1 fortnite roblox gaming
gamer123 player player1 football football1 football123 baseball baseball1 basketball basketball1 soccer soccer1
soccer123 hockey cricket cricket1 tennis golfer chelsea chelsea1 liverpool liverpool1 arsenal arsenal1 barcelona
barcelona1 realmadrid juventus manchester manutd united1 ronaldo ronaldo7 messi10 neymar jordan jordan1 jordan23 jordan123
michael michael1 michael123 michelle michelle1 jessica jessica1 jennifer jennifer1 ashley ashley1 amanda amanda1 nicole
nicole1 daniel daniel1 daniel123 andrew andrew1 joshua joshua1 matthew matthew1 anthony anthony1 robert robert1 thomas
thomas1 william william1 charlie charlie1 charlie123 george george1 jackson jason1 justin justin1 brandon brandon1
christian christian1 christopher david123 samantha samantha1 elizabeth elizabeth1 victoria victoria1 sophie natalie
natasha alexander alexandra alexis andrea andrea1 angela angela1 maria1 maria123 patrick patricia martin maggie maggie1
buster buster1 cookie cookie1 pepper pepper1 ginger ginger1 bailey bailey1 peanut peanut1 banana banana1 orange orange1
cherry cherry1 chocolate chocolate1 coffee coffee1 cheese cheese1 purple purple1 yellow yellow1 silver silver1 golden
golden1 diamond diamond1 money1 money123 million1 dollar rich123 success success1 freedom freedom1 trustno1 whatever
whatever1 nothing nothing1 hello1 hello12 hello123 hello1234 hellohello helloworld hello world123 goodluck goodlife
fuckyou fuckyou1 fuckyou2 fuckoff asshole asshole1 bitch1 biteme pussy1 sexsex sexy123 696969a matrix matrix1 merlin
merlin1 phoenix phoenix1 scooter scooter1 thunder thunder1 thomas123 blink182 slipknot metallica metallica1 nirvana
linkinpark eminem eminem1 rockstar rockstar1 rocknroll guitar guitar1 music1 music123 musica jesus1 jesus123 jesuschrist
christ1 church blessed blessed1 family family1 family123 mother mother1 mommy1 daddy1 daddy123 father brother sister
friend friends friends1 school school1 school123 student student1 teacher college1 doctor captain captain1 cowboy
cowboys cowboys1 yankees yankees1 redsox lakers lakers24 steelers packers raiders hottie hottie1 sexybaby cutie1 cutiepie
twilight twilight1 vampire zombie disney mickey mickey1 minnie snoopy snoopy1 garfield scooby scoobydoo spongebob
bangladesh bangladesh1 bangla bangla123 bangladesh123 dhaka123 dhaka1234 chittagong sylhet khulna rajshahi comilla
allah123 allah786 allahu allahuakbar bismillah bismillah786 bismillah1 alhamdulillah inshallah mashallah muhammad
muhammad1 mohammad mohammed ahmed123 rahman rahman123 rahim123 karim123 hasan123 hossain hossain123 islam123 islam786
786786 786786786 7867867 78678678 pakistan pakistan1 pakistan123 pakistan786 india123 india1234 india@123 bharat krishna
krishna1 ganesh ganesh1 saibaba jaimatadi omsairam shahrukh salman khan123 khan1234 sohel123 shakib shakib75 tamim28
amarsona amarjan tomake bhalobasha valobashi iloveu2 iloveu123 ilovemom ilovemama ammu123 abbu123 maabaa amma123
bkash123 nagad123 rocket123 taka1234 reseller reseller123 smmpanel smmpanel123 panel123 customer customer123 order123
contrasena contraseña motdepasse passwordpassword trustme security security1 secure123 private private1 hacker hacker1
hacker123 anonymous anonymous1 unknown nothing123 something something1 zxcvbnm,./ !@#$%^ !@#$%^& !@#$%^&* 1!2@3# q1w2e3r4t5y6
`
    .trim()
    .split(/\s+/),
);

/** @param lowerCased the password in lower case */
export function isCommonPassword(lowerCased: string): boolean {
  return common.has(lowerCased) || isOneCharacter(lowerCased);
}

/** `zzzzzzzzz` is as easy at any length. */
function isOneCharacter(password: string): boolean {
  return new Set(password).size === 1;
}
