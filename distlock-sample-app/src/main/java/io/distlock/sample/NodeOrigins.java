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
