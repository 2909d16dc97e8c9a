/** Words that stand for a secret even as a part of a longer word, such as `dbpassword`. Compared without accents and in lower case. */
const telling =
  /password|passwd|passphrase|passcode|passwort|kennwort|contrasena|wachtwoord|mot ?de ?passe|парол|密码|密碼|パスワード|비밀번호|(?:api|access|private|secret|signing|encryption|ssh|recovery) ?key(?! ?(?:name|id|type)\b)|(?:access|auth|bearer|refresh|session|api) ?token|client ?secret|card ?number|credit ?card|seed ?phrase|recovery ?(?:code|phrase)|(?:security|verification|one ?time|pin|login) ?code|social ?security/

/** Short words that stand for a secret only on their own: `pin`, but not `opinion`. */
const short =
  /(?<![\p{L}\p{N}])(?:pass|pw|pwd|psw|pin|pins|otp|totp|cvv2?|cvc2?|iban|ssn|senha|secrets?|credentials?|(?<!max |min )token(?! (?:count|limit|budget|usage|type|name)))(?![\p{L}\p{N}])/u

/** True if the text of an empty field asks for something that nobody should enter into the form of a server. */
export function asksForSecret(text: string): boolean {
  return looksOf(text).some((look) => telling.test(look) || short.test(look))
}

/** True if a text speaks of a secret in so many words, wherever it stands: the message above a form, or an option of it. */
export function mentionsSecret(text: string): boolean {
  return looksOf(text).some((look) => telling.test(look))
}

/** The text as plain words, and once more with the signs and letters of other alphabets that pass for these: `p4ssw0rd`. */
function looksOf(text: string): readonly string[] {
  const plain = text
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .normalize('NFC')
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
  const undisguised = plain.replaceAll(/[^a-z]/gu, (sign) => disguises.get(sign) ?? sign)
  return [plain, undisguised].flatMap((look) => {
    const words = look.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()
    // Letters that stand alone are read together: `p_w`, `p a s s w o r d`.
    return [words, words.replaceAll(/(?<=(?:^| )\p{L}) (?=\p{L}(?: |$))/gu, '')]
  })
}

/** Pairs of a sign and the letter that it passes for. */
const disguises = new Map(
  [...'0o1i3e4a5s7t8b@a$s!iаaеeоoрpсcуyхxіiѕsαaοoρpτtνvκk'.matchAll(/(.)(.)/gu)].map(([, sign = '', letter = '']) => [
    sign,
    letter,
  ]),
)
