/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
