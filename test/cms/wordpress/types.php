<?php
// Must-use plugin of the test site: custom types with a field, as plugins for fields register them, and a webhook.
add_action('init', function () {
  foreach (['product' => true, 'solution' => false, 'download' => false, 'manual' => false] as $type => $isHierarchical) {
    register_post_type($type, [
      'public' => true,
      'label' => ucfirst($type),
      'show_in_rest' => true,
      'hierarchical' => $isHierarchical,
      'supports' => ['title', 'editor', 'excerpt', 'thumbnail', 'page-attributes', 'custom-fields'],
      'taxonomies' => ['post_tag'],
    ]);
  }
  register_post_meta('product', 'specs', ['type' => 'string', 'single' => true, 'show_in_rest' => true]);
});
// The body of the common webhook plugins.
add_action('save_post', function ($id, $post) {
  $url = get_option('cms_webhook_url');
  if (!$url || wp_is_post_revision($id) || $post->post_status === 'auto-draft') return;
  wp_remote_post($url, [
    'headers' => ['content-type' => 'application/json', 'authorization' => 'Bearer ' . get_option('cms_webhook_secret')],
    'body' => wp_json_encode(['post_id' => $id, 'post' => $post, 'post_type' => $post->post_type, 'post_status' => $post->post_status]),
    'timeout' => 5,
  ]);
}, 10, 2);
