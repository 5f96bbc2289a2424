package io.distlock.sample;

import java.net.URI;
import java.util.stream.Stream;

import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.config.annotation.CorsRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Lets the page that one node served go on with another one when its own has gone.
 */
@Configuration(proxyBeanMethods = false)
class NodeOrigins implements WebMvcConfigurer {

	private final ShopProperties properties;

	NodeOrigins(ShopProperties properties) {
		this.properties = properties;
	}

	@Override
	public void addCorsMappings(CorsRegistry registry) {
		String[] origins = this.properties.nodes().stream().flatMap(NodeOrigins::origins).toArray(String[]::new);
		if (origins.length > 0) {
			registry.addMapping("/**").allowedOrigins(origins).allowedMethods("GET", "POST");
		}
	}

	private static Stream<String> origins(URI address) {
		return Stream.of(address.toString(), "http://127.0.0.1:" + address.getPort());
	}

}
