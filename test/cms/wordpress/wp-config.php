<?php
// One installation with a site for each language: CMS_SITE is its name, CMS_URL its address, CMS_SOCKET the database.
$site = getenv('CMS_SITE') ?: 'zh';
define('DB_NAME', 'wordpress');
define('DB_USER', getenv('CMS_USER'));
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:' . getenv('CMS_SOCKET'));
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
foreach (['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'] as $name) {
  define($name . '_KEY', 'cms-' . $name);
  define($name . '_SALT', 'cms-salt-' . $name);
}
define('WP_HOME', getenv('CMS_URL'));
define('WP_SITEURL', getenv('CMS_URL'));
define('WP_CONTENT_DIR', __DIR__ . '/content-' . $site);
define('WP_CONTENT_URL', getenv('CMS_URL') . '/wp-content');
define('WP_ENVIRONMENT_TYPE', 'local');
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('WP_ACCESSIBLE_HOSTS', '127.0.0.1');
define('DISABLE_WP_CRON', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
$table_prefix = $site . '_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
