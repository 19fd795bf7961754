package value

import (
	"cmp"
	"math/big"
	"math/bits"
)

// Add returns d + e, or ErrRange.
func (d Decimal) Add(e Decimal) (Decimal, error) {
	if x, y, scale, ok := alignFast(d, e); ok {
		if sum := x + y; (sum > x) == (y > 0) {
			return makeDecimal(sum, scale), nil
		}
	}
	x, y, scale := align(d, e)
	return fromBig(x.Add(x, y), scale, d, "+", e)
}

// Sub returns d - e, or ErrRange.
func (d Decimal) Sub(e Decimal) (Decimal, error) {
	if x, y, scale, ok := alignFast(d, e); ok {
		if diff := x - y; (diff < x) == (y > 0) {
			return makeDecimal(diff, scale), nil
		}
	}
	x, y, scale := align(d, e)
	return fromBig(x.Sub(x, y), scale, d, "-", e)
}

// Mul returns d x e, or ErrRange when the exact product does not fit.
func (d Decimal) Mul(e Decimal) (Decimal, error) {
	scale := int(d.scale) + int(e.scale)
	hi, lo := bits.Mul64(magnitude(d.coef), magnitude(e.coef))
	if hi == 0 && lo < 1<<63 && scale <= maxScale {
		product := int64(lo)
		if (d.coef < 0) != (e.coef < 0) {
			product = -product
		}
		return makeDecimal(product, scale), nil
	}
	x := new(big.Int).Mul(big.NewInt(d.coef), big.NewInt(e.coef))
	return fromBig(x, scale, d, "x", e)
}

// Neg returns -d. The one coefficient without a counterpart, -2^63, becomes
// 2^63-1; ParseDecimal and the other operations are exact for it.
func (d Decimal) Neg() Decimal {
	if d.coef == -d.coef && d.coef != 0 {
		return Decimal{d.coef - 1, d.scale} // wraps to the largest
	}
	return Decimal{-d.coef, d.scale}
}

// Cmp returns -1, 0 or 1 as d is less than, equal to or greater than e.
func (d Decimal) Cmp(e Decimal) int {
	if x, y, _, ok := alignFast(d, e); ok {
		return cmp.Compare(x, y)
	}
	x, y, _ := align(d, e)
	return x.Cmp(y)
}

func magnitude(i int64) uint64 {
	if i < 0 {
		return -uint64(i)
	}
	return uint64(i)
}

// alignFast returns the coefficients of d and e at their larger scale, if they
// fit.
func alignFast(d, e Decimal) (x, y int64, scale int, ok bool) {
	switch {
	case d.scale == e.scale:
		return d.coef, e.coef, int(d.scale), true
	case d.scale < e.scale:
		x, ok = mulFits(d.coef, pow10(int(e.scale-d.scale)))
		return x, e.coef, int(e.scale), ok
	}
	y, ok = mulFits(e.coef, pow10(int(d.scale-e.scale)))
	return d.coef, y, int(d.scale), ok
}

// mulFits returns a x b for a positive b, and whether it fits.
func mulFits(a, b int64) (int64, bool) {
	product := a * b
	return product, product/b == a
}

// align returns the coefficients of d and e at their larger scale.
func align(d, e Decimal) (x, y *big.Int, scale int) {
	x, y = big.NewInt(d.coef), big.NewInt(e.coef)
	if d.scale < e.scale {
		x.Mul(x, big.NewInt(pow10(int(e.scale-d.scale))))
		return x, y, int(e.scale)
	}
	y.Mul(y, big.NewInt(pow10(int(d.scale-e.scale))))
	return x, y, int(d.scale)
}

// fromBig returns x x 10^-scale as a Decimal; d, op and e name the operation.
func fromBig(x *big.Int, scale int, d Decimal, op string, e Decimal) (Decimal, error) {
	ten, rest, q := big.NewInt(10), new(big.Int), new(big.Int)
	for scale > 0 {
		if q.QuoRem(x, ten, rest); rest.Sign() != 0 {
			break
		}
		x, q = q, x
		scale--
	}
	if !x.IsInt64() || scale > maxScale {
		return Decimal{}, outOfRange("%s %s %s", d, op, e)
	}
	return Decimal{x.Int64(), int8(scale)}, nil
}
