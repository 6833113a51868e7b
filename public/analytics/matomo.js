// Reports the document and each in-app navigation to Matomo: https://developer.matomo.org/api-reference/tracking-api
{
  const { collector, siteId } = document.currentScript.dataset
  const options = { method: 'POST', mode: 'no-cors', credentials: 'omit', keepalive: true }
  const report = ({ address, title, referrer }) => {
    const res = `${screen.width}x${screen.height}`
    const view = { idsite: siteId, rec: 1, url: address, action_name: title, urlref: referrer, res }
    fetch(collector, { ...options, body: new URLSearchParams(view) }).catch(() => {})
  }
  report({ address: location.href, title: document.title, referrer: document.referrer })
  document.addEventListener('site:pageview', ({ detail }) => report(detail))
}
