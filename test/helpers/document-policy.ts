// The content security policy that every document has, as its directives.

/** `scripts`: see allowed-scripts.ts. */
export function documentPolicy(
  scripts: string,
  { images = "'self' data:", connections = "'self'" } = {},
): string[] {
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'self'",
    `img-src ${images}`,
    `connect-src ${connections}`,
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types site default',
  ]
}

/** The policy of everything that is no document. */
export const inertPolicy = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
]
