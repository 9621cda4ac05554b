# Decimal digits of a factorial: many large products, then a conversion.
import gmpy2
print(len(str(gmpy2.fac(300000))))
