// Client components by name: a file of client/components/ each, whose code a browser loads on demand.

export const clientComponents = {
  ContactForm: async () => (await import('./components/contact-form.tsx')).ContactForm,
}
