import { describe, expect, it } from 'vitest';
import { formulaText } from './formula-text.ts';

describe('formulaText', () => {
  it.each([
    ['E = mc^2', 'E = mc²'],
    ['\\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}', '(−b ± √(b² − 4ac))/2a'],
    ['\\sum_{i=0}^{n} x_i^2', '∑ᵢ₌₀ⁿxᵢ²'],
    ['\\int_0^\\infty e^{-x}\\,dx', '∫₀^∞e⁻ˣ dx'],
    ['\\sqrt[3]{x+1}', '³√(x + 1)'],
    ['\\mathbf{v} \\in \\mathbb{R}^3', 'v ∈ ℝ³'],
    ['\\sin^2 x + \\cos^2 x = 1', 'sin² x + cos² x = 1'],
    ['x^{a/b}', 'x^(a/b)'],
    ['\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}', '(1 2\n3 4)'],
    ['\\text{for all } x \\neq 0', 'for all x ≠ 0'],
  ])('writes %s', (tex, text) => {
    expect(formulaText(tex)).toBe(text);
  });

  it('leaves TeX that cannot be parsed as it is', () => {
    expect(formulaText('\\frac{1}{')).toBe('\\frac{1}{');
    expect(formulaText('\\unknowncommand{x}')).toBe('\\unknowncommand{x}');
  });
});
