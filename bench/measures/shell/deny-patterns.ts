/**
 * The deny list that the seed designs describe (destructive file operations, disks, system control, fork bombs, remote
 * code, reverse shells, eval), written as the regular expressions over the raw text that such a list usually is. The
 * measuring stick for `shell-deny`; the product contains nothing like it.
 */
const patterns: readonly RegExp[] = [
  /\brm\s+-[rf]{1,2}\b/,
  /\bdel\s+\/[fq]\b/i,
  /\brmdir\s+\/s\b/i,
  /\bmkfs\b/,
  /\bdd\s+if=/,
  />\s*\/dev\/sd[a-z]/,
  /\b(?:shutdown|reboot|poweroff)\b/,
  /:\(\)\s*\{.*\};\s*:/,
  /\bcurl\b.*\|\s*(?:ba)?sh\b/,
  /\bwget\b.*\|\s*(?:ba)?sh\b/,
  /\/dev\/tcp\//,
  /\bnc\b.*\s-e\b/,
  /\beval\s*\$\(/,
  /\bbase64\s+-d\b.*\|\s*(?:ba)?sh\b/,
]

export const matchesDenyPattern = (text: string): boolean => patterns.some((pattern) => pattern.test(text))
