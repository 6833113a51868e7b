<?php
// Must-use plugin of the test site with two languages: what the documentation of Polylang Pro says about its REST API.
// Fields `lang` and `translations` of posts, parameter `lang` of lists (without it all languages), /pll/v1/languages,
// translations with the same slug, and English addresses below /en/.
const CMS_LANGUAGES = ['zh' => '中文', 'en' => 'English'];

function cms_lang(int $id): string {
  return get_post_meta($id, 'cms_lang', true) ?: 'zh';
}

/** Ids by language, the entry itself included. */
function cms_translations(int $id): array {
  $group = get_post_meta($id, 'cms_group', true);
  $ids = $group === '' ? [$id] : get_posts([
    ...['post_type' => get_post_type($id), 'post_status' => 'any', 'numberposts' => -1, 'fields' => 'ids'],
    ...['meta_key' => 'cms_group', 'meta_value' => $group],
  ]);
  return array_combine(array_map('cms_lang', $ids), $ids);
}

add_filter('wp_unique_post_slug', fn($slug, $id, $status, $type, $parent, $original) => $original, 10, 6);
foreach (['post_link', 'post_type_link'] as $filter)
  add_filter($filter, fn($url, $post) => cms_address($url, $post->ID), 10, 2);
add_filter('page_link', fn($url, $id) => cms_address($url, $id), 10, 2);

function cms_address(string $url, int $id): string {
  return cms_lang($id) === 'en' ? str_replace(home_url(), home_url('/en'), $url) : $url;
}

add_action('rest_api_init', function () {
  $types = array_diff(get_post_types(['show_in_rest' => true, 'public' => true]), ['attachment']);
  register_rest_field($types, 'lang', ['get_callback' => fn($entry) => cms_lang($entry['id'])]);
  register_rest_field($types, 'translations', ['get_callback' => fn($entry) => cms_translations($entry['id'])]);
  foreach ($types as $type)
    add_filter("rest_{$type}_query", function ($query, $request) {
      if (!$request['lang']) return $query;
      return [...$query, 'meta_query' => [['key' => 'cms_lang', 'value' => $request['lang']]]];
    }, 10, 2);
  register_rest_route('pll/v1', '/languages', [
    'permission_callback' => '__return_true',
    'callback' => fn() => array_map(
      fn($slug, $name) => ['slug' => $slug, 'name' => $name],
      array_keys(CMS_LANGUAGES),
      CMS_LANGUAGES,
    ),
  ]);
});
