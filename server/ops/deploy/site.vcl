vcl 4.1;
# Varnish in front of the site: caches pages and files by their headers, and serves them stale while the site is down.

import directors;

probe ready {
  .url = "/readyz";
  .interval = 2s;
  .timeout = 1s;
  .window = 3;
  .threshold = 2;
}

backend site_1 {
  .host = "127.0.0.1";
  .port = "3001";
  .probe = ready;
  # Shorter than the keep-alive timeout of the server (KEEP_ALIVE_SECONDS, 72).
  .first_byte_timeout = 45s;
  .between_bytes_timeout = 30s;
}

backend site_2 {
  .host = "127.0.0.1";
  .port = "3002";
  .probe = ready;
  .first_byte_timeout = 45s;
  .between_bytes_timeout = 30s;
}

acl operators {
  "127.0.0.1";
  "10.0.0.0"/8;
}

sub vcl_init {
  new site = directors.round_robin();
  site.add_backend(site_1);
  site.add_backend(site_2);
}

sub vcl_recv {
  set req.backend_hint = site.backend();
  unset req.http.Forwarded;
  unset req.http.X-Forwarded-Host;

  # BAN with `Surrogate-Key: category:news` invalidates the responses with this tag. Purge the site itself first.
  if (req.method == "BAN") {
    if (client.ip !~ operators) {
      return (synth(405));
    }
    ban("obj.http.Surrogate-Key ~ (^|\s)" + regsub(req.http.Surrogate-Key, "[^\w:.-]", "") + "(\s|$)");
    return (synth(200, "Banned"));
  }
  if (req.url == "/metrics" || req.url ~ "^/ops/purge") {
    return (synth(404));
  }
  # Only the home page depends on cookies and Accept-Language; shared caches do not store it.
  if (req.url !~ "^/(\?|$)" && req.url !~ "^/language/") {
    unset req.http.Cookie;
    if (req.url !~ "^/api/") {
      unset req.http.Accept-Language;
    }
  }
  # Campaign parameters do not change a page.
  set req.url = regsuball(req.url, "([?&])(utm_[a-z]+|gclid|fbclid|msclkid)=[^&]*", "\1");
  set req.url = regsub(regsub(regsuball(req.url, "&+", "&"), "\?&", "?"), "[?&]+$", "");
}

sub vcl_backend_response {
  # Stale pages for a day during revalidation, for a week while the site is down.
  if (beresp.ttl > 0s && beresp.grace < 24h) {
    set beresp.grace = 24h;
  }
  set beresp.keep = 7d;
  # An error does not replace a stored page.
  if (beresp.status >= 500 && bereq.is_bgfetch) {
    return (abandon);
  }
}
