// Runs before the site's program in its process: loads the packages, which take as long as the program, and waits for it.
const packages = JSON.parse(process.env.SITE_PACKAGES ?? '[]')
const started = new Promise((resolve) => process.once('message', resolve))
// What cannot be loaded is an error of the program, not of this process.
await Promise.allSettled(packages.map((name) => import(name)))
await started
