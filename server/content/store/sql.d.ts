// Statements in files of their own, as text.
declare module '*.sql' {
  const statements: string
  export default statements
}
