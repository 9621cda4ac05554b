/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Written by mpn/mul/ntt/constants.py 64 3 40 64.  Meanings: mpn/mul/ntt/field_tpl.h. */

enum { WORD = 64, PRIMES = 3, ORDER = 40, PRODUCT_BITS = 179, COLUMNS = 3, DIGIT = 64 };

static const struct prime primes[PRIMES] = {
  {
    .p = 0xfff3c0000000001, .reciprocal = 0x8006204b0b974df5, .montgomery = 0xf000c40000000001,
    .cofactor_inverse = 0x5551404bd2d0c43, .offset = 0xa02f92e38d508ca,
    .cofactor = { 0x1ffe630000000001, 0xffe630a65a0000, 0x0 },
    .third = {
      { 0x7ea41a04625e0c4, 0x7eaa29a8e0b2ccc6 }, { 0x814fa5fb9da1f3c, 0x8155d6571f4d3329 },
    },
    .first = {
      { 0x1, 0x10 }, { 0x77f36b256c93a57, 0x77f928d1a09b94da }, { 0x14dc7f2ff8a5f58, 0x14dd7ec949c7bd4d },
      { 0xe793787f504d9de, 0xe79e8dd599c6398d }, { 0xd0a43fce7e064f5, 0xd0ae3c24dec9f86d },
      { 0xbd37a443d889c15, 0xbd40b29c648590a8 }, { 0x4af057aaff1f4e9, 0x4af3edd720aa9eb5 },
      { 0x25a2f48a2da893a, 0x25a4c1ac72290a14 },
    },
    .at = {
      { 0x77f36b256c93a57, 0x77f928d1a09b94da }, { 0x14dc7f2ff8a5f58, 0x14dd7ec949c7bd4d },
      { 0xd0a43fce7e064f5, 0xd0ae3c24dec9f86d }, { 0x446c591b423c1bf, 0x446f9f72a3786e6f },
      { 0xd9271b82871124e, 0xd9318020e8a446ae }, { 0xfcbaf2ca218b96c, 0xfcc70b506c24c372 },
      { 0xa89bdc9925cd88f, 0xa8a3ee714eb98d46 }, { 0x4d8dff95b0b3c21, 0x4d91b5cea3d71916 },
      { 0x159695625f68814, 0x15979de3ad8d8f44 }, { 0x72e752694318fd2, 0x72ecd23e529470b3 },
      { 0x9b8a148122d8249, 0x9b918637cf03cc74 }, { 0x98ead87f0997e28, 0x98f22a158d1fe33d },
      { 0x9978a99adfb8216, 0x998001faf7fa7f12 }, { 0xecc513b359a78b7, 0xecd068ac5be6f12e },
      { 0x6cc1d671f8e0218, 0x6cc70af83f412857 }, { 0x7d19420b579c6f7, 0x7d1f3eca18c81efb },
      { 0xddec9c187fa9dd4, 0xddf73b2d1492192f }, { 0x70bf2daff033132, 0x70c49317fa18cac8 },
      { 0x5147ad5d78dd53f, 0x514b913b2bf22e41 }, { 0xe76c4ebf3dd66d8, 0xe7776235b0e8248d },
      { 0x173a60c254e2852, 0x173b7d5b147e4029 }, { 0x77bc46cba789f90, 0x77c201d43df1efcc },
      { 0xfc91efd82a87f7d, 0xfc9e0667f901a214 }, { 0xcc6bf442c1b7ad0, 0xcc75bce50bad7c00 },
      { 0xfdfd2f5bf636d1e, 0xfe09574e63b71752 }, { 0x42769c60b966ddc, 0x4279cab4ac8c1f70 },
      { 0xefd5e086ddd0058, 0xefe15b0f794d9367 }, { 0x44e398bee1e6967, 0x44e6e4cb54a16324 },
      { 0xc19083e891c8085, 0xc199c7845ddd861d }, { 0x4efc631758266ed, 0x4f002ad9650d84b0 },
      { 0xa16e3ea8d61fc3, 0xa175f88dfaeb04b }, { 0x1d10bf38f863042, 0x1d122357294ebe22 },
      { 0xa1aef2913d813de, 0xa1b6af8f241ab81d }, { 0xd299e4214f73e4f, 0xd2a3f879f349c92a },
      { 0x6eea5f69157b14a, 0x6eefae612da18393 }, { 0x9659b2eea5f1f66, 0x9660e5119c09adcd },
      { 0x9f64ca70d64d0bb, 0x9f6c6b60f9b0fe5e }, { 0x68c8e12cee0fd28, 0x68cde50723a7473a },
      { 0x3a78f2d55f7fba9, 0x3a7bbf41465f589c },
    },
  },
  {
    .p = 0xfff390000000001, .reciprocal = 0x8006384d5c422b6e, .montgomery = 0xf000c70000000001,
    .cofactor_inverse = 0x66616c71cff4685, .offset = 0x76b57b7778928af,
    .cofactor = { 0x1ffe660000000001, 0xffe660a3d80000, 0x0 },
    .third = {
      { 0xa0e1f2309806170, 0xa0e9c38c0823bc32 }, { 0x5f119dcf67f9e90, 0x5f163c73f7dc43bd },
    },
    .first = {
      { 0x1, 0x10 }, { 0xb788d2bb8831716, 0xb791bde031c5dc61 }, { 0xe0ac1ecfa824e4e, 0xe0b709b430d60437 },
      { 0xafef2cce2882523, 0xaff7b9673a763943 }, { 0x42d428cf604c7c8, 0x42d768267fab505e },
      { 0x999828b05732e89, 0x999f9f61a58162ff }, { 0xa454310bbe60892, 0xa45c2d463179906d },
      { 0xb450ded0f56c1ca, 0xb459a1ebc35069cc },
    },
    .at = {
      { 0xb788d2bb8831716, 0xb791bde031c5dc61 }, { 0xe0ac1ecfa824e4e, 0xe0b709b430d60437 },
      { 0x42d428cf604c7c8, 0x42d768267fab505e }, { 0x85a00653d6b3c60, 0x85a6849ae7fa6b32 },
      { 0x67e110476561a42, 0x67e61c85681ce300 }, { 0x67ce8156b9d2610, 0x67d38caddf84ecfe },
      { 0xe93794b96893064, 0xe942e9e9a5dd051e }, { 0xd1cced903f86d5, 0xd1d71f73d6b7937 },
      { 0x9f39c5172303fae, 0x9f4181d5e1d823c6 }, { 0x4fff65e7f91e3e0, 0x50034910d5dfa208 },
      { 0xb495d63cdf47929, 0xb49e9cb19c2898bd }, { 0x38ccd9597110ade, 0x38cf9bef9484750b },
      { 0xfd2555bf98f436f, 0xfd31a2d8f25e7d57 }, { 0xc03ff3920b7ab4c, 0xc0494b21a1ed02a7 },
      { 0x86c80745274f53f, 0x86ce93ee77353e8d }, { 0xe2e218de1286be7, 0xe2ed1f43475b85e4 },
      { 0x4fc553e5b511faf, 0x4fc9343c2ebe804c }, { 0x54434a2a09b401b, 0x54476261e1556440 },
      { 0xca34f0106c27ebc, 0xca3ec37d0b8b2b46 }, { 0x7df7c37b3ec92ec, 0x7dfde280efecd6c9 },
      { 0xc72940a4afeed9a, 0xc732ee2e224ca42c }, { 0xaad31d981ef3c72, 0xaadb6aa11d27a1b2 },
      { 0x7ae873646589ca7, 0x7aee6c59c9268037 }, { 0x8a2dc49f525a774, 0x8a347b8c12f8a32b },
      { 0x95de1a1dad21364, 0x95e56272a593218c }, { 0x5ed422897c5c2c0, 0x5ed8be3139e06bd1 },
      { 0x22187bfacd86310, 0x221a241feed35b62 }, { 0xa6f72d95b5bf85d, 0xa6ff4a9ce5beef3c },
      { 0xa77363c4128fc78, 0xa77b86d46f81f255 }, { 0xb8dd067eae378df, 0xb8e6022b69337a54 },
      { 0xf8611a655dc8763, 0xf86d2c33338546ea }, { 0x18321c269c5dc9e, 0x183349247a137830 },
      { 0xc399362ad2a8eb2, 0xc3a2b7629b835945 }, { 0x599d1fcb5f8fa6f, 0x59a17a93c41d7e19 },
      { 0x608cfe91a591501, 0x6091afa59e2d2f5b }, { 0xc43800a210a4c15, 0xc44189912fa281b8 },
      { 0x7824442c69e3b4b, 0x782a1ab8163548df }, { 0xc3781b1d0f250a2, 0xc3819ab9038225b6 },
      { 0x2c499ad63db2e3a, 0x2c4bc1c477ae7426 },
    },
  },
  {
    .p = 0xfff2a0000000001, .reciprocal = 0x8006b05976ac933c, .montgomery = 0xf000d60000000001,
    .cofactor_inverse = 0x4440b3425d3ad3a, .offset = 0x2914e1a4fa1ce88,
    .cofactor = { 0x1ffe750000000001, 0xffe750985c0000, 0x0 },
    .third = {
      { 0xb6276b8e4992272, 0xb630f05cd86bf5b8 }, { 0x49cb3471b66dd8e, 0x49cf0fa327940a37 },
    },
    .first = {
      { 0x1, 0x10 }, { 0xf6037b3baf1d527, 0xf610565631de2d5c }, { 0x93768db764b26db, 0x937e42701d4df599 },
      { 0xdb76ca215ebf81d, 0xdb82420f924fc6ad }, { 0x7558eba9a03c660, 0x755f0d80f4d930d1 },
      { 0xd3c4868a9397787, 0xd3cf97831e112a88 }, { 0x76e7c3103738113, 0x76edf9bf23948d0b },
      { 0x76d136377367b1f, 0x76d76bb8b42e1bd1 },
    },
    .at = {
      { 0xf6037b3baf1d527, 0xf610565631de2d5c }, { 0x93768db764b26db, 0x937e42701d4df599 },
      { 0x7558eba9a03c660, 0x755f0d80f4d930d1 }, { 0x472544cbecdc1dd, 0x4728fc901ee3baf1 },
      { 0x2456f76a47d99a2, 0x2458dd8edb304dc3 }, { 0x6a43adbcac6da64, 0x6a493b5025bd9f01 },
      { 0x722d7ec48777369, 0x72337634d479d066 }, { 0x4b671c3ef9350e7, 0x4b6b0cf6c699aeb2 },
      { 0x470a9a71615a1b7, 0x470e50d0da4382b2 }, { 0xaf96b58811d4e2, 0xaf9fe2828766b4f },
      { 0xe71ddb748685a69, 0xe729ef4566c5e518 }, { 0x7537aed3ca561ec, 0x753dceee7a0bbf15 },
      { 0x4e81205b292b8b7, 0x4e853a911880331d }, { 0x6487ff216301fc0, 0x648d40029b24d706 },
      { 0x70ff21dd51efb11, 0x71050980b108f0e0 }, { 0x3a74a9c78932170, 0x3a77b7c8c34f4b40 },
      { 0xc22660ecbe2e07d, 0xc2308635c13d0053 }, { 0x70f8af70d882ed2, 0x70fe96bdf8afcb48 },
      { 0xb33d9693e5eba29, 0xb346f468eae6e855 }, { 0x5e6b5f133f3dbe6, 0x5e704e3155119025 },
      { 0xba672676758118b, 0xba70e41c607ca327 }, { 0x4dbd569771bf298, 0x4dc166922da24bd5 },
      { 0x16f0b941c2a7478, 0x16f1ec25791c7b5b }, { 0x46b74a25af91181, 0x46bafc2a9c4b0276 },
      { 0x8f45369006763ab, 0x8f4cb331e331795c }, { 0xc04df39d464dc55, 0xc05800364923d783 },
      { 0x40ae893db58f29f, 0x40b1ea89567c0ea7 }, { 0xb84ebd1225c8825, 0xb8585eb0183bc663 },
      { 0xf2dc3f29c3156bb, 0xf2e8f0154e326182 }, { 0x4f8acb068bdc50b, 0x4f8ef31e7f943b09 },
      { 0x182c5e31bc12149, 0x182da1940d2e44d9 }, { 0x7c9d650061c098e, 0x7ca3e810a19f0a87 },
      { 0x8670aaf0fc9fdad, 0x8677b171e1f308da }, { 0x780a77765ccb223, 0x7810bd56412cc9df },
      { 0x87f417e7639a29b, 0x87fb32a72915ef2c }, { 0x3c42ebe2768fa19, 0x3c46120ba7eb877a },
      { 0xb11bdb3322e9271, 0xb1251c838047fac7 }, { 0x1cd194ac6a8c62b, 0x1cd31633b37fe37c },
      { 0xd1bfb3b1cdf1883, 0xd1caa9a86b1e20d5 },
    },
  },
};

/* -k * (product of the primes), modulo 2^(DIGIT * COLUMNS), digit by digit. */
static const uint64_t minus_products[COLUMNS][8] = {
  { 0x0, 0xd00260ffffffffff, 0xa004c1fffffffffe, 0x700722fffffffffd, 0x400983fffffffffc, 0x100be4fffffffffb, 0xe00e45fffffffffa, 0xb010a6fffffffff9 },
  { 0x0, 0xe5004c1e1d71ffff, 0xca00983c3ae3ffff, 0xaf00e45a5855ffff, 0x9401307875c7ffff, 0x79017c969339ffff, 0x5e01c8b4b0abfffe, 0x430214d2ce1dfffe },
  { 0x0, 0xfff00260e1d79f5c, 0xffe004c1c3af3eb9, 0xffd00722a586de16, 0xffc00983875e7d73, 0xffb00be469361cd0, 0xffa00e454b0dbc2d, 0xff9010a62ce55b8a },
};
