<?php
// Routes of PHP's own server: an existing file, else WordPress.
$path = urldecode(parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH));
$file = $_SERVER['DOCUMENT_ROOT'] . $path;
if (str_starts_with($path, '/wp-content/uploads/') && !str_contains($path, '..')) {
  // Each site has its own folder.
  $upload = $_SERVER['DOCUMENT_ROOT'] . '/content-' . getenv('CMS_SITE') . substr($path, strlen('/wp-content'));
  if (!is_file($upload)) { http_response_code(404); return true; }
  $types = ['jpg' => 'image/jpeg', 'png' => 'image/png', 'pdf' => 'application/pdf', 'csv' => 'text/csv'];
  header('content-type: ' . ($types[pathinfo($upload, PATHINFO_EXTENSION)] ?? 'application/octet-stream'));
  header('content-length: ' . filesize($upload));
  readfile($upload);
  return true;
}
if ($path !== '/' && is_file($file)) return false;
if (is_dir($file) && is_file(rtrim($file, '/') . '/index.php') && $path !== '/') {
  require rtrim($file, '/') . '/index.php';
  return true;
}
$_SERVER['SCRIPT_NAME'] = '/index.php';
require $_SERVER['DOCUMENT_ROOT'] . '/index.php';
