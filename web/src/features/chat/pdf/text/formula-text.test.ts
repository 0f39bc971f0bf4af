import { describe, expect, it } from 'vitest';
import { formulaText } from './formula-text.ts';

describe('formulaText', () => {
  it.each([
    ['E = mc^2', 'E = mc²'],
    ['\\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}', '(−b ± √(b² − 4ac))/(2a)'],
    ['\\sum_{i=0}^{n} x_i^2', '∑ᵢ₌₀ⁿxᵢ²'],
    ['\\int_0^\\infty e^{-x}\\,dx', '∫₀^∞e⁻ˣ dx'],
    ['\\sqrt[3]{x+1}', '³√(x + 1)'],
    ['\\mathbf{v} \\in \\mathbb{R}^3', 'v ∈ ℝ³'],
    ['\\sin^2 x + \\cos^2 x = 1', 'sin² x + cos² x = 1'],
    ['x^{a/b}', 'x^(a/b)'],
    ['\\frac{1}{2}x', '1/2x'],
    ['\\frac{1}{2x}', '1/(2x)'],
    ['\\frac{2a}{3}', '2a/3'],
    ['\\frac{GM}{r^2}', 'GM/r²'],
    ['\\frac{1}{10^{12}}', '1/10¹²'],
    ['\\frac{\\mathrm{d}y}{dx}', 'd y/dx'],
    ['\\frac{\\text{distance}}{\\text{time}}', 'distance/time'],
    ['\\sqrt{2gh}', '√(2gh)'],
    ['\\sqrt{2}gh', '√2gh'],
    ['\\sqrt{3.14}', '√3.14'],
    ['\\sqrt{x_1}', '√x₁'],
    ['\\sqrt{x^2} = \\sqrt{x}^2', '√(x²) = √x²'],
    ['\\sqrt[3]{2x}', '³√(2x)'],
    ['e^{i\\theta}', 'e^(iθ)'],
    ['e^\\theta', 'e^θ'],
    ['x_{i\\beta}', 'x_(iβ)'],
    ['x_{\\text{Gas}}', 'x_Gas'],
    ['2\\frac{1}{2}', '2 1/2'],
    ['12\\frac{1}{2}\\frac{3}{4}', '12 1/2 3/4'],
    ['2\\frac{a}{3}', '2a/3'],
    ['2\\sqrt[3]{x}', '2 ³√x'],
    ['1\\!000', '1000'],
    ['{ab}^2', '(ab)²'],
    ['{-1}_i^2', '(−1)ᵢ²'],
    ['{x^2}^3', '(x²)³'],
    ['\\frac{a}{b}^2', '(a/b)²'],
    ['ab^2', 'ab²'],
    ['{12}^2', '12²'],
    ['\\mathrm{d}^2', 'd²'],
    ['((a+b)c)^2', '((a + b)c)²'],
    ['{(a)(b)}^2', '((a)(b))²'],
    ['\\left.2x\\right|_0^1', '2x|₀¹'],
    ['\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}', '(1 2\n3 4)'],
    ['\\text{for all } x \\neq 0', 'for all x ≠ 0'],
    ['\\binom{n}{k} p^k', '(n choose k)pᵏ'],
    ['\\dbinom{n+1}{2}^2', '(n + 1 choose 2)²'],
    ['{n \\brace k}', '{n; k}'],
    ['\\sum_{i<n \\atop j<m} x', '∑_(i < n; j < m)x'],
    ['\\left(\\genfrac{}{}{0.4pt}{}{a}{b}\\right)', '(a/b)'],
    ['\\vec{v}', 'v^→'],
    ['\\vec{ab} + c', '(ab)^→ + c'],
    ['0.1\\overline{6}', '0.1(6)^‾'],
    ['0.\\bar{3}', '0.(3)^‾'],
    ['\\overline{A+B}^2', '(A + B)^‾²'],
    ['\\frac{\\overline{z}}{2}', '(z^‾)/2'],
    ['\\overbrace{a+b}^{n}', '(a + b)^⏞ⁿ'],
    ['\\operatorname*{arg\\,max}_x f', 'arg maxₓ f'],
    ['x_12', 'x₁2'],
  ])('writes %s', (tex, text) => {
    expect(formulaText(tex)).toBe(text);
  });

  it('takes a formula of many nested roots in time that is proportional to its length', () => {
    const depth = 40;
    const nested = `${'\\sqrt{'.repeat(depth)}x${'}'.repeat(depth)}`;
    expect(formulaText(nested)).toBe(`${'√('.repeat(depth - 1)}√x${')'.repeat(depth - 1)}`);
  });

  it('leaves TeX that cannot be parsed as it is', () => {
    expect(formulaText('\\frac{1}{')).toBe('\\frac{1}{');
    expect(formulaText('\\unknowncommand{x}')).toBe('\\unknowncommand{x}');
  });
});
