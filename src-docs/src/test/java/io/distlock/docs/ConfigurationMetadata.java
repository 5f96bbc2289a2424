package io.distlock.docs;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * The properties that the libraries on the class path declare, with their defaults.
 */
final class ConfigurationMetadata {

	private static final String LOCATION = "META-INF/spring-configuration-metadata.json";

	private final Map<String, Optional<String>> defaults;

	private ConfigurationMetadata(Map<String, Optional<String>> defaults) {
		this.defaults = defaults;
	}

	static ConfigurationMetadata read() throws IOException, JSONException {
		Map<String, Optional<String>> defaults = new TreeMap<>();
		for (URL location : Collections.list(ConfigurationMetadata.class.getClassLoader().getResources(LOCATION))) {
			try (InputStream json = location.openStream()) {
				collect(new JSONObject(new String(json.readAllBytes(), StandardCharsets.UTF_8)), defaults);
			}
		}
		return new ConfigurationMetadata(defaults);
	}

	private static void collect(JSONObject metadata, Map<String, Optional<String>> defaults) throws JSONException {
		JSONArray properties = metadata.getJSONArray("properties");
		for (int i = 0; i < properties.length(); i++) {
			JSONObject property = properties.getJSONObject(i);
			defaults.put(property.getString("name"),
					Optional.ofNullable(property.opt("defaultValue")).map(Object::toString));
		}
	}

	/**
	 * Return all properties.
	 * @return the defaults by name
	 */
	Map<String, Optional<String>> defaults() {
		return this.defaults;
	}

	Map<String, Optional<String>> defaults(String prefix) {
		Map<String, Optional<String>> found = new TreeMap<>(this.defaults);
		found.keySet().removeIf((name) -> !name.startsWith(prefix));
		return found;
	}

}
