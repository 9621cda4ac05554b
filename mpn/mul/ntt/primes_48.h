/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Written by mpn/mul/ntt/constants.py 52 4 32 52.  Meanings: mpn/mul/ntt/field_tpl.h. */

enum { WORD = 52, PRIMES = 4, ORDER = 32, PRODUCT_BITS = 191, COLUMNS = 4, DIGIT = 52 };

static const struct prime primes[PRIMES] = {
  {
    .p = 0xffc300000001, .reciprocal = 0x801e87463bbbb, .montgomery = 0xf003d00000001,
    .cofactor_inverse = 0x5fefd93c5acd, .offset = 0x5a5cb48cd7d7,
    .cofactor = { 0x2fefe00000001, 0x1cfdfc5577000, 0xfefe556dac, 0x0 },
    .third = { { 0x6871951e60f5, 0x688a7e1e6e34d }, { 0x97516ae19f0b, 0x977581e191ca2 } },
    .first = {
      { 0x1, 0x10 }, { 0xe1d33ff5a78b, 0xe2091c215b7ce }, { 0xa3d8f8e0ea01, 0xa4000ce3fc537 },
      { 0xde36ac625250, 0xde6bac0a50c46 }, { 0xedef2e78f6b0, 0xee27edfcabe40 }, { 0x6434ec762b96, 0x644cd2c464618 },
      { 0xaa1bd4353cdf, 0xaa446681a9c3c }, { 0x153a7705dae2, 0x153f87290faaa },
    },
    .at = {
      { 0xe1d33ff5a78b, 0xe2091c215b7ce }, { 0xa3d8f8e0ea01, 0xa4000ce3fc537 }, { 0xedef2e78f6b0, 0xee27edfcabe40 },
      { 0xd8dc0b4ead24, 0xd90fc410650b3 }, { 0x4fe66bbc2efa, 0x4ff97a2e4c01c }, { 0x4dfdb9c324bc, 0x4e1053a7138b5 },
      { 0x932e79228f25, 0x93519392b91a8 }, { 0x32faf22695b6, 0x33071ad7fb2ca }, { 0xe38986df52e7, 0xe3bfcb92d4e2d },
      { 0xf3b04852778b, 0xf3ea672d0d463 }, { 0xab3b979dfd9d, 0xab646e8c550c9 }, { 0xdf6901b729bf, 0xdf9e4a6ee62af },
      { 0x235a55a7ccd6, 0x2362c4308c675 }, { 0x75a1a5703e89, 0x75bdb3a40c9f8 }, { 0x37105d24851e, 0x371d7f2bd28ef },
      { 0x749a843624bd, 0x74b653a813c94 }, { 0xbc380e7b7991, 0xbc64f28944458 }, { 0xade71949fe68, 0xae10933d13f51 },
      { 0xd14a1587e5c2, 0xd17c0013ea800 }, { 0x51378e229681, 0x514aecfd0ecd3 }, { 0x843b817806e6, 0x845b0b29afd46 },
      { 0x5d029c61b14c, 0x5d18cb4a21f5b }, { 0x66ca078096b7, 0x66e28b7bd337e }, { 0x490550729738, 0x4916badd1de7d },
      { 0x287ccf21953e, 0x2886772bfab89 }, { 0x3027271b42d7, 0x3032a32c245b7 }, { 0xc1cb62163084, 0xc1f99a9004d46 },
      { 0x41706d95593f, 0x4180091783d92 }, { 0x95b40003c931, 0x95d7b469c664b }, { 0xebf840a02ada, 0xec3088309e6ed },
      { 0xe114884f1c9e, 0xe14a36fe37304 },
    },
  },
  {
    .p = 0xffb700000001, .reciprocal = 0x80248a6b78a4e, .montgomery = 0xf004900000001,
    .cofactor_inverse = 0xf6e3d0ff4ec2, .offset = 0xe8bb588959e4,
    .cofactor = { 0x2ff0a00000001, 0xa4fe144ccb000, 0xff0a4cc334, 0x0 },
    .third = { { 0x8dd7734f3eeb, 0x8dfff14b0d513 }, { 0x71df8cb0c115, 0x72000eb4f2adc } },
    .first = {
      { 0x1, 0x10 }, { 0xd6b42e8d850c, 0xd6f1796924066 }, { 0x6caa7876d161, 0x6cc97debb9987 },
      { 0x77e3200e4684, 0x78055994d1f36 }, { 0x1c8f4cb0d854, 0x1c9773e0e374b }, { 0xc826fc634a94, 0xc8601fcc5bd96 },
      { 0x9b7f976c7505, 0x9babfb7729ff5 }, { 0x8ffb7630b287, 0x9024909def8fb },
    },
    .at = {
      { 0xd6b42e8d850c, 0xd6f1796924066 }, { 0x6caa7876d161, 0x6cc97debb9987 }, { 0x1c8f4cb0d854, 0x1c9773e0e374b },
      { 0x8202cf05ee98, 0x8227ec685858a }, { 0x73380c09fb64, 0x7358f06688a08 }, { 0xfcce5bdc6889, 0xfd168748fc57f },
      { 0xbeda1de13395, 0xbf10999d0159a }, { 0xeedf116ea09d, 0xef23427c9622e }, { 0xd02ed7d89a32, 0xd06a46269b337 },
      { 0x42e0a05ca5eb, 0x42f3b7dc13ac5 }, { 0x8425ced748a9, 0x844b88612c5e2 }, { 0xbf2b2f2f3edf, 0xbf61c20f954fd },
      { 0xfc3f53ccae4b, 0xfc87566450e51 }, { 0xa516fa1ed084, 0xa5461b1c8ba72 }, { 0x9b4a59107898, 0x9b76ade80fc3e },
      { 0x74381c7b750c, 0x745949f18aec2 }, { 0x326d9a088108, 0x327bff6454a3f }, { 0x3b46fc4502e8, 0x3b57e85643810 },
      { 0xe6cc031fc721, 0xe70de61663827 }, { 0x890a514036c8, 0x89317059403ac }, { 0xb09f89719a30, 0xb0d1f5508e27d },
      { 0xe99836c28a4e, 0xe9dae62e2d780 }, { 0xe795a3e458a6, 0xe7d7c06a36eec }, { 0x93551ce0bd37, 0x937f2c2453924 },
      { 0x653693eb861c, 0x655378b8f2d8d }, { 0xc80064aef539, 0xc8397d139fd0c }, { 0xb51532181daf, 0xb548e3e118de6 },
      { 0x247c6943ed6b, 0x2486d3b64c66a }, { 0xdce84b8240d, 0xdd275bbb6940 }, { 0x55fdf3272ea6, 0x56167f918f277 },
      { 0x810e5fd257f2, 0x8133376d26115 },
    },
  },
  {
    .p = 0xffb100000001, .reciprocal = 0x80278c3444208, .montgomery = 0xf004f00000001,
    .cofactor_inverse = 0xbfdb24b8cf7f, .offset = 0xfcdccf2b06dd,
    .cofactor = { 0x2ff1000000001, 0x30fe2048e1000, 0xff1048d9cc, 0x0 },
    .third = { { 0x85525023e799, 0x857b8140ca96f }, { 0x7a5eafdc1867, 0x7a847ebf35680 } },
    .first = {
      { 0x1, 0x10 }, { 0x78e1755c0a1d, 0x7906ce75c072e }, { 0xf5129360a02f, 0xf55e4b79eacd8 },
      { 0x563385a2f08, 0x564e27c1351f }, { 0x2116b5310ad6, 0x2120ee5a98cb0 }, { 0x8f488706aaeb, 0x8f74cc11a45c2 },
      { 0x1c40f186dcbf, 0x1c49ac43056d9 }, { 0xbf73ce12cede, 0xbfaef5106eef7 },
    },
    .at = {
      { 0x78e1755c0a1d, 0x7906ce75c072e }, { 0xf5129360a02f, 0xf55e4b79eacd8 }, { 0x2116b5310ad6, 0x2120ee5a98cb0 },
      { 0x7ce6cb4bf2eb, 0x7d0d626d52a70 }, { 0xc6cf0eb2e0a7, 0xc70c7b8d01299 }, { 0x9ce016324e23, 0x9d108e4e3845c },
      { 0xbce980e1ecb6, 0xbd23def3b9eba }, { 0xc8199d15280a, 0xc8577010bd339 }, { 0xb2377c2b9377, 0xb26e8c48ddf2c },
      { 0x513981104c24, 0x5152998daedca }, { 0xdfe4bb4adb6e, 0xe029e839852d3 }, { 0x49559a3c5d2e, 0x496c42a4ee132 },
      { 0x8a194b3546ee, 0x8a43f62e3f32f }, { 0x7adc4dec5dfe, 0x7b02439f3c211 }, { 0xa43e73939ecd, 0xa471328234fab },
      { 0xcb79155f0016, 0xcbb7f32307e4a }, { 0x78ae8533375d, 0x78d3ce8ff5c96 }, { 0x22af548baa06, 0x22ba0bf55abcd },
      { 0x82c596f312be, 0x82edfe6493c71 }, { 0xece1c84c6587, 0xed2af88f19aef }, { 0xf244e4cbf14c, 0xf28fbf27ee9db },
      { 0x85675a69a948, 0x85909206b95aa }, { 0xdbc6f3d42a49, 0xdc0adb2dcd6a8 }, { 0x98684ffa8835, 0x989766b339832 },
      { 0x469ada531d75, 0x46b0aad7d60fc }, { 0xa41e2a4313bc, 0xa450df37f6004 }, { 0x3a306a9d4336, 0x3a42651a76604 },
      { 0x54072391fac4, 0x542119c8efc5a }, { 0x3201fd7f0468, 0x321170e0d9cb0 }, { 0x45ba007701c7, 0x45cf8b830f386 },
      { 0x8d3900009c8, 0x8d64a20e9f02 },
    },
  },
  {
    .p = 0xff9600000001, .reciprocal = 0x803515fb19f84, .montgomery = 0xf006a00000001,
    .cofactor_inverse = 0xe858310b86f6, .offset = 0xff4b23bec76b,
    .cofactor = { 0x2ff2b00000001, 0xd7fe563abf000, 0xff2b3ab9a1, 0x0 },
    .third = { { 0x8fb1af3e7977, 0x8fed477e13aa9 }, { 0x6fe450c18689, 0x7012b881ec546 } },
    .first = {
      { 0x1, 0x10 }, { 0xd2320dd3bd9a, 0xd2893aa60657c }, { 0xcd4f04b802c1, 0xcda42ab1b0533 },
      { 0xcfebe29b9efa, 0xd0421dfc09550 }, { 0xe74571cdec85, 0xe7a55c46218df }, { 0x13773f9ced3e, 0x137f52550471c },
      { 0x67ae907fa0f9, 0x67d990957edf2 }, { 0xab46b224d9f1, 0xab8dbad435ce9 },
    },
    .at = {
      { 0xd2320dd3bd9a, 0xd2893aa60657c }, { 0xcd4f04b802c1, 0xcda42ab1b0533 }, { 0xe74571cdec85, 0xe7a55c46218df },
      { 0x6e38945cfcc1, 0x6e664ab7ece8a }, { 0xd6c29002213d, 0xd71ba172fad80 }, { 0x34c286c3b9fc, 0x34d8685ef14bb },
      { 0xe394359d35b2, 0xe3f298102c637 }, { 0x57b13230ad2c, 0x57d5909e8ed2c }, { 0x95638109794a, 0x95a175e449cff },
      { 0xae87b562aa24, 0xaed0178c6a475 }, { 0x7213fbde71ad, 0x72434bbbcd6f9 }, { 0x273dd03ccf64, 0x274e169227e85 },
      { 0x6dc064108af2, 0x6dede892d7bee }, { 0xb7255026890d, 0xb771450d207bb }, { 0xe92b957991b5, 0xe98c499007572 },
      { 0x77e808d2e743, 0x7819c37dd95e8 }, { 0x38dbcd5fdd5a, 0x38f36226814b5 }, { 0x53ae592858f7, 0x53d10db80729a },
      { 0xfc541d581960, 0xfcbcc3810cce5 }, { 0x89f7a8724968, 0x8a30e0af51ff6 }, { 0xe9ae7ab61b7e, 0xea0f6515f6952 },
      { 0x4a222205ceba, 0x4a40e0e2ecafb }, { 0x879f8990f31, 0x87d7c8ea2402 }, { 0xd0a869ba6364, 0xd0fef34b207ea },
      { 0xbd5293e9c23f, 0xbda1189df3a52 }, { 0x5b7ff93f812d, 0x5ba5ebf333e01 }, { 0x719e6ae77643, 0x71cd8a029b56e },
      { 0x1b42346a2eb6, 0x1b4d828238a15 }, { 0x8c275a6e457f, 0x8c617acb1d98b }, { 0x43bb8d5de8b7, 0x43d7a4a8164ff },
      { 0xe0ebae5f74ec, 0xe148f6958ed84 },
    },
  },
};

/* -k * (product of the primes), modulo 2^(DIGIT * COLUMNS), digit by digit. */
static const uint64_t minus_products[COLUMNS][8] = {
  { 0x0, 0xc013effffffff, 0x8027dfffffffe, 0x403bcfffffffd, 0x4fbfffffffc, 0xc063afffffffb, 0x80779fffffffa, 0x408b8fffffff9 },
  { 0x0, 0x3b03bc6d0efff, 0x760778da1dfff, 0xb10b35472cfff, 0xec0ef1b43bfff, 0x2712ae214affe, 0x62166a8e59ffe, 0x9d1a26fb68ffe },
  { 0x0, 0xf0405edda3bb1, 0xe080bdbb47762, 0xd0c11c98eb313, 0xc1017b768eec4, 0xb141da5432a76, 0xa1823931d6627, 0x91c2980f7a1d8 },
  { 0x0, 0xffff013e6d2ca, 0xfffe027cda595, 0xfffd03bb47860, 0xfffc04f9b4b2b, 0xfffb063821df6, 0xfffa07768f0c1, 0xfff908b4fc38c },
};
