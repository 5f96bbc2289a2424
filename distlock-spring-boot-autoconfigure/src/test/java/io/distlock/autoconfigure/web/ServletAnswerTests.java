// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.web;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * Spring MVC on Tomcat.
 */
class ServletAnswerTests extends AbstractWebAnswerTests {

	@Override
	Class<?> application() {
		return Application.class;
	}

	@Override
	WebApplicationType type() {
		return WebApplicationType.SERVLET;
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(exclude = { DataSourceAutoConfiguration.class, DataRedisAutoConfiguration.class })
	@Import(WebShop.class)
	static class Application {

		@Bean
		RouterFunction<ServerResponse> routes(WebShop.Stock stock) {
			return RouterFunctions.route()
				.GET("/functional/{item}",
						(request) -> ServerResponse.ok().body(stock.take(request.pathVariable("item"))))
				.GET("/down-functional/{item}",
						(request) -> ServerResponse.ok().body(stock.takeFromBrokenStore(request.pathVariable("item"))))
				.build();
		}

	}

}
