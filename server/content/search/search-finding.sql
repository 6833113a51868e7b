-- Whether a document matches :expression. `search_en` stands for the table of the language.
select 1 from search_en cross join search_page page on page.id = search_en.rowid where search_en match :expression limit 1
