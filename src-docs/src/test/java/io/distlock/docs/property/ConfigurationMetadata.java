// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs.property;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * The properties that the libraries on the class path declare.
 *
 * @param properties the properties by name
 * @param classes the names of the classes that they are bound to, by prefix
 */
record ConfigurationMetadata(Map<String, Property> properties, Map<String, String> classes) {

	private static final String LOCATION = "META-INF/spring-configuration-metadata.json";

	static ConfigurationMetadata read() throws IOException, JSONException {
		ConfigurationMetadata all = new ConfigurationMetadata(new TreeMap<>(), new TreeMap<>());
		for (URL location : Collections.list(ConfigurationMetadata.class.getClassLoader().getResources(LOCATION))) {
			try (InputStream json = location.openStream()) {
				all.collect(new JSONObject(new String(json.readAllBytes(), StandardCharsets.UTF_8)));
			}
		}
		return all;
	}

	private void collect(JSONObject metadata) throws JSONException {
		for (JSONObject property : objects(metadata, "properties")) {
			this.properties.put(property.getString("name"), Property.of(property));
		}
		for (JSONObject group : objects(metadata, "groups")) {
			if (!group.has("sourceMethod") && group.has("type")) {
				this.classes.put(group.getString("name"), group.getString("type"));
			}
		}
		for (JSONObject hint : objects(metadata, "hints")) {
			this.properties.computeIfPresent(hint.getString("name"), (name, property) -> property.with(values(hint)));
		}
	}

	private static List<JSONObject> objects(JSONObject parent, String name) {
		List<JSONObject> objects = new ArrayList<>();
		JSONArray array = Optional.ofNullable(parent.optJSONArray(name)).orElseGet(JSONArray::new);
		for (int i = 0; i < array.length(); i++) {
			objects.add(array.optJSONObject(i));
		}
		return objects;
	}

	private static List<String> values(JSONObject hint) {
		return objects(hint, "values").stream().map((value) -> value.optString("value")).toList();
	}

	/**
	 * Return the names of all properties.
	 */
	Set<String> names() {
		return this.properties.keySet();
	}

	/**
	 * Return the classes whose prefix begins as ours does.
	 */
	Map<String, String> ownClasses() {
		Map<String, String> own = new TreeMap<>(this.classes);
		own.keySet().removeIf((prefix) -> !prefix.equals("distlock") && !prefix.startsWith("distlock."));
		return own;
	}

	/**
	 * A property.
	 *
	 * @param name its name
	 * @param type the name of its class
	 * @param fallback its default
	 * @param description what it is for
	 * @param values values that are suggested
	 */
	record Property(String name, String type, Optional<String> fallback, String description, List<String> values) {

		static Property of(JSONObject property) throws JSONException {
			return new Property(property.getString("name"), property.optString("type"),
					Optional.ofNullable(property.opt("defaultValue"))
						.map(Property::text)
						.filter((text) -> !text.isEmpty()),
					property.optString("description"), List.of());
		}

		private static String text(Object value) {
			return (value instanceof JSONArray array) ? array.toString().replaceAll("[\\[\\]\"]", "").replace(",", ", ")
					: value.toString();
		}

		Property with(List<String> values) {
			List<String> all = Stream.concat(this.values.stream(), values.stream()).toList();
			return new Property(this.name, this.type, this.fallback, this.description, all);
		}

	}

}
