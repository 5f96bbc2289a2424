// SPDX-License-Identifier: Apache-2.0

package io.distlock.console.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.util.MimeType;
import org.springframework.web.util.HtmlUtils;

/**
 * {@link WebEndpoint @WebEndpoint} with a page that shows the endpoints of jobs, locks
 * and leaders. All links are relative, and no further endpoint, port or user is required.
 *
 * @since 0.1.0
 */
@WebEndpoint(id = "distlock", defaultAccess = Access.READ_ONLY)
public class ConsoleEndpoint {

	private static final EndpointId ID = EndpointId.of("distlock");

	private static final List<String> SHOWN = List.of("clusterjobs", "locks", "leaders");

	private static final Map<String, MimeType> ASSETS = Map.of("console.js",
			new MimeType("text", "javascript", StandardCharsets.UTF_8), "console.css",
			new MimeType("text", "css", StandardCharsets.UTF_8));

	private final Supplier<PathMappedEndpoints> endpoints;

	private final String template = read(new ClassPathResource("console.html", ConsoleEndpoint.class));

	/**
	 * Create an endpoint.
	 * @param endpoints the paths of all exposed endpoints, resolved with the first
	 * request
	 */
	public ConsoleEndpoint(Supplier<PathMappedEndpoints> endpoints) {
		this.endpoints = endpoints;
	}

	/**
	 * Return the path of the console.
	 * @param endpoints the paths of all endpoints
	 * @return the path, or {@code null} if the console is not exposed
	 */
	static @Nullable String path(PathMappedEndpoints endpoints) {
		return endpoints.getPath(ID);
	}

	/**
	 * Return the page.
	 * @return the page, as HTML
	 */
	@ReadOperation(produces = "text/html;charset=UTF-8")
	public String page() {
		PathMappedEndpoints all = this.endpoints.get();
		String self = Optional.ofNullable(all.getRootPath(ID)).orElse(ID.toString());
		String up = "../".repeat((int) self.chars().filter((character) -> character == '/').count());
		String paths = SHOWN.stream()
			.flatMap((id) -> Optional.ofNullable(all.getRootPath(EndpointId.of(id)))
				.map((path) -> "data-%s=\"%s\"".formatted(id, HtmlUtils.htmlEscape(up + path)))
				.stream())
			.collect(Collectors.joining(" "));
		return this.template.replace("{{paths}}", paths)
			.replace("{{self}}", HtmlUtils.htmlEscape(self.substring(self.lastIndexOf('/') + 1)))
			.replace("{{csrf}}", CsrfMeta.ofRequest());
	}

	/**
	 * Return a file of the page.
	 * @param name the name of the file
	 * @return the file; 404 for an unknown name
	 */
	@ReadOperation(produces = { "text/javascript;charset=UTF-8", "text/css;charset=UTF-8" })
	public WebEndpointResponse<Resource> asset(@Selector String name) {
		MimeType type = ASSETS.get(name);
		if (type == null) {
			return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
		}
		return new WebEndpointResponse<>(new ClassPathResource(name, ConsoleEndpoint.class), type);
	}

	private static String read(Resource resource) {
		try {
			return resource.getContentAsString(StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
