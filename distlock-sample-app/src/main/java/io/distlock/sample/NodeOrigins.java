// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample;

import java.net.URI;
import java.util.List;
import java.util.stream.Stream;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.UrlBasedCorsConfigurationSource;
import org.springframework.web.filter.CorsFilter;

/**
 * Lets the page that one node served go on with another one when its own has gone. A
 * filter does so for the controllers and for the actuator alike.
 */
@Configuration(proxyBeanMethods = false)
class NodeOrigins {

	@Bean
	CorsFilter nodeOriginsFilter(ShopProperties properties) {
		UrlBasedCorsConfigurationSource source = new UrlBasedCorsConfigurationSource();
		List<String> origins = properties.nodes().stream().flatMap(NodeOrigins::origins).toList();
		if (!origins.isEmpty()) {
			source.registerCorsConfiguration("/**", allow(origins));
		}
		return new CorsFilter(source);
	}

	private static CorsConfiguration allow(List<String> origins) {
		CorsConfiguration cors = new CorsConfiguration();
		cors.setAllowedOrigins(origins);
		cors.setAllowedMethods(List.of("GET", "POST", "PUT"));
		cors.setAllowedHeaders(List.of("Content-Type"));
		return cors;
	}

	private static Stream<String> origins(URI address) {
		return Stream.of(address.toString(), "http://127.0.0.1:" + address.getPort());
	}

}
