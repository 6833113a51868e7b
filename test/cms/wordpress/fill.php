<?php
// Installs one site and fills it with the items of the standard input; prints {"password"}: an application password.
define('WP_INSTALLING', true);
$_SERVER['HTTP_HOST'] = parse_url(getenv('CMS_URL'), PHP_URL_HOST) . ':' . parse_url(getenv('CMS_URL'), PHP_URL_PORT);
$_SERVER['REQUEST_URI'] = '/';
require getenv('CMS_ROOT') . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/image.php';
add_filter('pre_wp_mail', '__return_true');
$input = json_decode(stream_get_contents(STDIN), true);
ob_start();
wp_install($input['title'], 'editor', 'editor@example.com', true, '', 'not-used-password');
ob_end_clean();
do_action('init');
wp_set_current_user(1);
kses_remove_filters();
update_option('blogdescription', $input['description']);
update_option('timezone_string', 'Asia/Shanghai');
update_option('permalink_structure', $input['permalinks']);
foreach (get_posts(['post_type' => ['post', 'page'], 'post_status' => 'any', 'numberposts' => -1]) as $post) wp_delete_post($post->ID, true);
$media = [];
$ids = [];

function file_of($path, $parent, &$media) {
  global $input;
  $source = $input['folder'] . $path;
  if (isset($media[$path])) return $media[$path];
  if (!is_file($source)) return 0;
  $upload = wp_upload_bits(preg_replace('/-\d+x\d+(?:\.[\d-]+)?(?=\.\w+$)/', '', basename($path)), null, file_get_contents($source));
  if ($upload['error']) return 0;
  $type = wp_check_filetype($upload['file'])['type'] ?: 'application/octet-stream';
  $id = wp_insert_attachment(
    ['post_title' => pathinfo($path, PATHINFO_FILENAME), 'post_mime_type' => $type, 'post_status' => 'inherit'],
    $upload['file'],
    $parent,
  );
  wp_update_attachment_metadata($id, wp_generate_attachment_metadata($id, $upload['file']));
  return $media[$path] = $id;
}

foreach ($input['items'] as $item) {
  $lang = $item['lang'] ?? '';
  $id = wp_insert_post(wp_slash([
    'post_type' => $item['type'],
    'post_status' => $item['status'] ?? 'publish',
    'post_name' => $item['slug'],
    'post_title' => $item['title'],
    'post_excerpt' => $item['excerpt'] ?? '',
    'post_content' => $item['html'],
    'post_date' => $item['date'] ?? current_time('mysql'),
    'post_parent' => $ids[$lang . ($item['parent'] ?? '')] ?? 0,
    'meta_input' => $lang ? ['cms_lang' => $lang, 'cms_group' => $item['type'] . '/' . $item['slug']] : [],
    'menu_order' => $item['order'] ?? 0,
  ]), true);
  if (is_wp_error($id)) { fwrite(STDERR, $item['slug'] . ': ' . $id->get_error_message()); exit(1); }
  $ids[$lang . $item['type'] . '/' . $item['slug']] = $id;
  if (!empty($item['tags'])) wp_set_post_tags($id, $item['tags']);
  if (!empty($item['specs'])) update_post_meta($id, 'specs', $item['specs']);
  if (!empty($item['cover'])) {
    $cover = file_of($item['cover'], 0, $media);
    if ($cover) {
      set_post_thumbnail($id, $cover);
      update_post_meta($cover, '_wp_attachment_image_alt', $item['alt'] ?? '');
    }
  }
  foreach ($item['files'] ?? [] as $file) {
    $attached = file_of($file['path'], $id, $media);
    if ($attached) wp_update_post(['ID' => $attached, 'post_title' => $file['name'], 'post_excerpt' => $file['description'] ?? '']);
  }
}

foreach ($input['menus'] as ['name' => $name, 'lang' => $lang, 'entries' => $entries]) {
  $menu = wp_create_nav_menu($name);
  $places = [];
  foreach ($entries as $entry) {
    $target = $ids[$lang . ($entry['target'] ?? '')] ?? 0;
    $places[$entry['title']] = wp_update_nav_menu_item($menu, 0, array_filter([
      'menu-item-title' => $entry['title'],
      'menu-item-status' => 'publish',
      'menu-item-parent-id' => $places[$entry['parent'] ?? ''] ?? 0,
      'menu-item-type' => $target ? 'post_type' : 'custom',
      'menu-item-object' => $target ? explode('/', $entry['target'])[0] : '',
      'menu-item-object-id' => $target,
      'menu-item-url' => $target ? '' : $entry['url'],
    ]));
  }
}
flush_rewrite_rules();
if (!empty($input['webhook'])) {
  update_option('cms_webhook_url', $input['webhook']['url']);
  update_option('cms_webhook_secret', $input['webhook']['secret']);
}
[$password] = WP_Application_Passwords::create_new_application_password(1, ['name' => 'site']);
echo json_encode(['password' => "editor:$password", 'ids' => $ids]);
